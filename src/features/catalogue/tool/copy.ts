import type { DocumentKind, RelationKind } from './kinds.ts';

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
    successor: 'It is replaced by',
  },
  pictures: {
    title: 'Pictures',
    of: (name: string, position: number) => `${name}, picture ${position}`,
    show: (position: number, count: number) => `Show picture ${position} of ${count}`,
  },
  documents: {
    title: 'Documents',
    kinds: { datasheet: 'Datasheet', certificate: 'Certificate', safety_sheet: 'Safety sheet' } satisfies Record<
      DocumentKind,
      string
    >,
  },
  related: {
    title: 'Goes with it',
    kinds: { replaced_by: 'Replaced by', fits: 'Fits', spare: 'Spare part', accessory: 'Accessory' } satisfies Record<
      RelationKind,
      string
    >,
  },
  sizes: {
    title: 'Sizes',
    text: (count: number, isMarked: boolean) =>
      isMarked ? `It comes in ${count} sizes. This one is marked.` : 'On sale are:',
    table: 'Sizes side by side',
    tool: 'Tool',
    minimum: 'Minimum',
    price: 'Each',
    current: 'this one',
  },
} as const;
