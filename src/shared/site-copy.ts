/** Our own texts of the public pages. Texts that the specification quotes are in `copy.ts`. */

/** The state of an order until it is paid. */
export const UNPAID = 'Not paid yet';

export const siteCopy = {
  skip: 'Skip to content',
  menu: 'Menu',
  closeMenu: 'Close menu',
  basket: 'Basket',
  range: { label: 'Products', all: 'All products', categories: 'All categories' },
  search: {
    label: 'Search the shop',
    hint: 'Tool or part number',
    open: 'Open search',
    close: 'Close search',
  },
  offline: {
    text: 'No connection. This page will open as soon as it is back.',
    stay: 'Stay here',
  },

  home: {
    allTools: 'All tools',
    allPosts: 'All posts',
  },

  tool: {
    price: 'Unit price',
    minimum: 'Minimum order',
    stock: 'In stock',
    out: 'Out of stock',
    few: 'Few left',
    each: 'each',
    unknown: '–',
    more: 'More tools',
  },

  confirmation: {
    sentAtSignUp: (name: string, email: string) =>
      `Welcome, ${name}. We sent a link to ${email}. Please open it to confirm your address. You can already place orders.`,
    close: 'Close this notice',
  },

  notFound: {
    title: 'Page not found',
    text: 'We could not find this page. It may have moved, or the address may have a typo.',
    imageAlt: 'A broken twist drill',
    home: 'Go to the home page',
  },

  failed: {
    title: 'This page could not be displayed',
    text: 'Nothing was changed. Please try again. If it still fails, email or call us.',
    again: 'Try again',
  },

  footer: {
    since: (shopName: string, year: string) => `${shopName} has provided tech since ${year}.`,
    social: (shopName: string) => `Find us as ${shopName} on LinkedIn, Instagram and YouTube.`,
    copyright: (legalName: string, year: string | null) => `Copyright © ${year ? `${year} ` : ''}${legalName}`,
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
