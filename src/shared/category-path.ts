/** A root is at level 1. */
export const MAX_LEVELS = 6;

/** All of them are read at once, by every page that names one. */
export const MAX_CATEGORIES = 2_000;

export const MAX_CATEGORY_NAME = 60;

/** Between the names of a path, as in 'Power tools > Drills'. No name contains it. */
export const PATH_SEPARATOR = '>';

/** As long as the longest path. */
export const MAX_CATEGORY_PATH = MAX_LEVELS * (MAX_CATEGORY_NAME + 3);

/** So many tools are given another category when theirs is deleted: orders for them wait meanwhile. */
export const MAX_MOVED_TOOLS = 1_000;

/** The names of a path, without blanks around them. */
export function splitPath(text: string): string[] {
  return text.split(PATH_SEPARATOR).map((name) => name.trim().replaceAll(/\s+/g, ' '));
}

/** A path as people read and type it. */
export function joinPath(names: readonly string[]): string {
  return names.join(` ${PATH_SEPARATOR} `);
}
