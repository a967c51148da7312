/** The banners of the home page, in order. `name` is the drawing's name; `caption` is also its alternative text. */
export const banners = [
  { name: 'workbench', caption: 'A workbench with a vise and tools' },
  { name: 'wrench-wall', caption: 'Combination wrenches, 8 to 32\u00a0mm' },
  { name: 'exploded-vise', caption: 'A bench vise in exploded view' },
  { name: 'chuck-section', caption: 'A drill chuck, half cut away' },
  { name: 'measuring-set', caption: 'Square, caliper, micrometer, dial gauge and ruler' },
  { name: 'forge', caption: 'A forge with anvil, hammer and tongs' },
] as const;

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
  statistics: [
    { name: 'countries', label: 'countries' },
    { name: 'projects', label: 'completed projects' },
    { name: 'clients', label: 'happy clients' },
    { name: 'feedback', label: 'feedback' },
  ],
  statsText: 'Have a question about a tool, a quantity or a shipment? We answer the same business day.',
  blog: 'From the blog',
  reviews: 'What our clients say',
  map: 'Where to find us',
} as const;
