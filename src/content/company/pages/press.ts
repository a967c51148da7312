import type { CompanyPage, ShopFacts } from '../company-page.ts';

export const press = ({ company }: ShopFacts): CompanyPage => ({
  title: 'Press kit',
  text: 'Facts, the logo and drawings for everyone who writes about tools.',
  description: `${company.legalName} in facts, with its logo and drawings to download and to print.`,
  sections: [
    {
      title: 'In short',
      blocks: [
        `${company.name} makes hand tools and measuring tools, and sells them by the box. Every tool is shown with its price per piece, its minimum order and its counted stock.`,
      ],
    },
    {
      title: 'Facts',
      blocks: [
        {
          entries: [
            ['Company', company.legalName],
            ...(company.foundedIn ? [['Since', company.foundedIn] as const] : []),
            ['Location', company.address.join(', ')],
            ['Range', 'Striking, turning, gripping, cutting, measuring, drilling and grinding tools'],
            ['Customers', 'Workshops, wholesalers and manufacturers in more than 100 countries'],
            ['Questions', `${company.email}, ${company.phone.formatted}`],
          ],
        },
      ],
    },
    {
      title: 'Logo and drawings',
      blocks: [
        'These are all SVG files. They print sharply at any size, and each contains a light and a dark version. You may use them in articles about the company and its tools. Please do not change the logo. Leave a margin of at least a quarter of its height around it.',
        {
          drawings: [
            { file: '/images/marks/ironmonger.svg', name: 'The logo', width: 64, height: 64 },
            {
              file: '/images/banners/workbench.svg',
              name: 'A workbench with a vise and tools',
              width: 1920,
              height: 720,
            },
            { file: '/images/banners/wrench-wall.svg', name: 'Combination wrenches', width: 1920, height: 720 },
            {
              file: '/images/banners/chuck-section.svg',
              name: 'A drill chuck in half section',
              width: 1920,
              height: 720,
            },
            { file: '/images/drawings/bench-vise.svg', name: 'Bench vise', width: 800, height: 600 },
            { file: '/images/drawings/vernier-caliper.svg', name: 'Vernier caliper', width: 800, height: 600 },
          ],
        },
      ],
    },
    {
      title: 'Visits and tools to try',
      blocks: [
        'We lend tools for testing, and we give tours of the factory on weekdays. Tell us which tool you need, and by when. We do not ask to read what you write.',
      ],
    },
  ],
});
