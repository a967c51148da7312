/** The texts of a tool's own page. Those of all its entries are in `site-copy.ts`. */
export const toolCopy = {
  maximum: 'Maximum order',
  pack: 'Packed in',
  from: (quantity: string) => `From ${quantity} pcs`,
  sku: 'SKU',
  signInToOrder: 'You sign in to order; everything else is here.',
  specification: {
    title: 'Specification',
    safety: 'Safety',
    maker: 'Made by',
    size: 'Length × width × height',
    weight: 'Weight',
    gtin: 'GTIN',
  },
  noLonger: {
    title: 'No longer sold.',
    text: 'This tool has left the range. Tell us what you need it for, and we name its successor or the nearest one.',
  },
} as const;
