/** A root is at level 1. */
export const MAX_LEVELS = 6;

/** Every page that shows a category reads all of them at once. */
export const MAX_CATEGORIES = 2_000;

export const MAX_CATEGORY_NAME = 60;

/** The separator between the names of a path, as in 'Power tools > Drills'. No name contains it. */
export const PATH_SEPARATOR = '>';

/** The length of the longest path. */
export const MAX_CATEGORY_PATH = MAX_LEVELS * (MAX_CATEGORY_NAME + 3);

/** How many tools can be moved to another category when theirs is deleted. Orders for them wait meanwhile. */
export const MAX_MOVED_TOOLS = 1_000;

/** The names of a path, trimmed. */
export function splitPath(text: string): string[] {
  return text.split(PATH_SEPARATOR).map((name) => name.trim().replaceAll(/\s+/g, ' '));
}

/** A path as people read and type it. */
export function joinPath(names: readonly string[]): string {
  return names.join(` ${PATH_SEPARATOR} `);
}
