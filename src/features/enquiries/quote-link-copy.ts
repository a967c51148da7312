/** The link from a tool to its quote form. Apart from the other texts, because it stands on pages that load few bytes. */
export const quoteLinkCopy = {
  fromTool: 'Need more than is in stock, or a special price?',
  title: 'Request a quote',
};
