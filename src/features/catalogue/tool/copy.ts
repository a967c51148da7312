import type { DocumentKind, RelationKind } from './kinds.ts';

/** The texts of a tool's own page. Those of its entries in lists are in `site-copy.ts`. */
export const toolCopy = {
  maximum: 'Maximum order',
  pack: 'Packed in',
  from: (quantity: string) => `From ${quantity} pcs`,
  saves: (amount: string) => `saves ${amount}`,
  stock: 'Stock',
  sku: 'SKU',
  signInToOrder: 'Sign in to order. The basket needs no account.',
  specification: {
    title: 'Specification',
    safety: 'Safety',
    maker: 'Made by',
    size: 'Length × width × height',
    weight: 'Weight',
  },
  noLonger: {
    title: 'No longer sold.',
    text: 'Tell us what you need it for, and we will recommend a replacement.',
    successor: 'Replaced by',
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
    title: 'Related tools',
    kinds: { replaced_by: 'Replaced by', fits: 'Fits', spare: 'Spare part', accessory: 'Accessory' } satisfies Record<
      RelationKind,
      string
    >,
  },
  sizes: {
    title: 'Sizes',
    text: (count: number, isMarked: boolean) =>
      isMarked ? `Available in ${count} sizes. This one is highlighted.` : 'On sale:',
    table: 'Sizes side by side',
    tool: 'Tool',
    minimum: 'Minimum',
    price: 'Each',
    current: 'this tool',
  },
} as const;
