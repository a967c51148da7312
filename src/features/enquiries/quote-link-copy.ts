/**
 * The texts of the link from a tool to its quote form. Separate from the other texts, because it appears on pages that
 * load few bytes.
 */
export const quoteLinkCopy = {
  fromTool: 'Need more than is in stock, or a special price?',
  title: 'Request a quote',
};
