/** The texts of the home page. Apart from the others, since every page loads those. */
export const homeCopy = {
  text: 'Every tool shows its price per piece, minimum order and current stock. Order, pay by card, and we pack it.',
  description:
    'Hammers, wrenches, pliers, saws, measuring and cutting tools for workshops and wholesalers, with price per piece, minimum order and stock.',
  banners: 'Our drawings',
  categories: 'Our range',
  latest: 'Latest products',
  noTools: {
    title: 'Our first tools are coming soon',
    text: 'Know what you need? Ask us now for a price and a ship date.',
  },
  stats: 'Our company in numbers',
  statsText: 'Have a question about a tool, a quantity or a shipment? We answer the same business day.',
  blog: 'From the blog',
  reviews: 'What our clients say',
  map: 'Where to find us',
} as const;
