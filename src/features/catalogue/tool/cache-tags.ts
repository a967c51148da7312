/** The cache tag of the list of all tools' addresses. */
export const TOOL_IDS_TAG = 'tool-ids';

/** The cache tag of what counts tools by their values. An order leaves it as it is: such counts follow within a minute. */
export const FACETS_TAG = 'tool-facets';

/** The cache tag of how many tools each category has. */
export const CATEGORY_COUNTS_TAG = 'category-counts';

/** The cache tags of everything that shows this tool. */
export function listToolTags(id: string): string[] {
  return ['tools', `tool:${id}`];
}
