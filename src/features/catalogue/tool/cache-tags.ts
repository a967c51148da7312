/** The cache tag of the list of all tools' addresses. */
export const TOOL_IDS_TAG = 'tool-ids';

/**
 * The cache tag of everything that counts tools by their values. Orders do not invalidate it: these counts follow
 * within a minute.
 */
export const FACETS_TAG = 'tool-facets';

/** The cache tag of the number of tools in each category. */
export const CATEGORY_COUNTS_TAG = 'category-counts';

/** The cache tags of everything that shows this tool. */
export function listToolTags(id: string): string[] {
  return ['tools', `tool:${id}`];
}
