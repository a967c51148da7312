/** Our own texts of the public pages. Texts that the specification quotes are in `copy.ts`. */

/** The banners of the home page, in order. `name` is the drawing's; `caption` is also its alternative text. */
export const banners = [
  { name: 'workbench', caption: 'A workbench with vise and tools' },
  { name: 'wrench-wall', caption: 'Combination wrenches, 8 to 32\u00a0mm' },
  { name: 'exploded-vise', caption: 'A bench vise, taken apart along its screw' },
  { name: 'chuck-section', caption: 'A drill chuck in half section' },
  { name: 'measuring-set', caption: 'Square, caliper, micrometer, dial gauge and rule' },
  { name: 'forge', caption: 'A forge with anvil, hammer and tongs' },
] as const;

export const siteCopy = {
  skip: 'Skip to the content',
  menu: 'Menu',
  closeMenu: 'Close menu',
  basket: 'Basket',
  search: {
    label: 'Search the shop',
    hint: 'Tool or part number',
    open: 'Open the search',
    close: 'Close the search',
  },
  noscript: (what: string) =>
    `${what} needs JavaScript, which is switched off in this browser. Please switch it on, or write to us:`,
  offline: {
    text: 'You are offline. The page you asked for opens as soon as there is a connection.',
    stay: 'Stay here',
  },

  home: {
    title: 'Hand tools by the box, straight from the maker',
    text: 'Every tool has its price per piece, minimum order and today’s stock beside it. Order, pay by card, and we pack it.',
    description:
      'Hammers, wrenches, pliers, saws, measuring and cutting tools for workshops and wholesalers, with price per piece, minimum order and stock.',
    banners: 'Our drawings',
    latest: 'Latest products',
    allTools: 'All tools',
    noTools: {
      title: 'The first tools will be here soon',
      text: 'Do you know what you need? Ask us now, and we answer with a price and a date.',
    },
    stats: 'The company in figures',
    statsText: 'A question about a tool, a quantity or a delivery? We answer on the same working day.',
    blog: 'From the blog',
    allPosts: 'All posts',
    reviews: 'What our clients say',
    map: 'Where to find us',
  },

  stats: [
    { name: 'countries', label: 'countries' },
    { name: 'projects', label: 'completed projects' },
    { name: 'clients', label: 'happy clients' },
    { name: 'feedback', label: 'feedback' },
  ],

  tool: {
    price: 'Unit price',
    minimum: 'Minimum order',
    stock: 'In stock',
    out: 'Out of stock',
    few: 'Few left',
    pieces: 'pcs',
    each: 'each',
    unknown: '–',
    more: 'More tools',
  },

  preview: {
    home: 'A workbench with vise and tools, under the name Ironmonger',
    blog: 'A drawing from the catalog, under the name Ironmonger',
    tool: (name: string) => `${name}, beside the name Ironmonger`,
  },

  private: { title: 'Private', imageAlt: 'A closed pin tumbler lock, in section' },

  confirmation: {
    sentAtSignUp: (name: string, email: string) =>
      `Welcome, ${name}. Please confirm the address with the link we have sent to ${email}. You can order before that.`,
    close: 'Close this note',
  },

  notFound: {
    title: 'Page not found',
    text: 'There is no page at this address. It may have moved, or the address may have a typo.',
    imageAlt: 'A broken twist drill',
    home: 'To the home page',
  },

  failed: {
    title: 'This page could not be shown',
    text: 'Nothing was changed. Please try again. If it still fails, write or call us.',
    again: 'Try again',
  },

  asOf: 'As of',
  svgFile: '(SVG, download)',

  footer: {
    since: (shopName: string) => `${shopName} has provided tech since 1992.`,
    social: (shopName: string) => `Find us as ${shopName} on LinkedIn, Instagram and YouTube.`,
    copyright: (legalName: string) => `Copyright © 2022 ${legalName}`,
    company: 'Company',
    aboutUs: 'About us',
    jobs: 'Jobs',
    press: 'Press kit',
    legal: 'Legal',
    terms: 'Terms of use',
    privacy: 'Privacy policy',
    cookies: 'Cookie policy',
    newsletter: 'Newsletter',
  },
} as const;
