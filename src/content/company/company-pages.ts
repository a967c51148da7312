import { company } from '#src/shared/site-copy.ts';

/** A paragraph, a list, what is to be looked up by name, a price-list of downloads, or links to other pages. */
export type Block =
  | string
  | { list: readonly string[] }
  | { entries: readonly (readonly [name: string, text: string])[] }
  | { drawings: readonly { file: string; name: string; width: number; height: number }[] }
  | { links: readonly { to: string; label: string }[] };

export interface CompanyPage {
  title: string;
  text: string;
  description: string;
  /** Since when a legal text stands as it does. */
  since?: string;
  sections: readonly { title: string; blocks: readonly Block[] }[];
}

const address = `${company.legalName}, ${company.address.join(', ')}`;
const writeTo = `Write to ${company.email} or call ${company.phone.formatted}, ${company.hours}.`;

/**
 * The pages behind the footer. What the legal ones say is what the shop does: whoever changes a period, a cookie or
 * what is stored changes the sentence here, too.
 */
export const companyPages: Readonly<Record<string, CompanyPage>> = {
  jobs: {
    title: 'Jobs',
    text: 'We are a small works, and we hire rarely. When we do, it is for years.',
    description: 'Working at the Ironmonger Tool Company: what the work is like, how to apply, and what happens then.',
    sections: [
      {
        title: 'Open positions',
        blocks: [
          'There is none at the moment. When there is one, it stands here first.',
          'If you forge, grind, harden, measure or sell tools well and want to do it in Cleveland, write all the same. We keep a letter that interests us and answer every one.',
        ],
      },
      {
        title: 'What the work is like',
        blocks: [
          'Whoever makes a tool here signs the sheet it is measured on. Days begin at eight and end at five, from Monday to Friday. There is one shift and no weekend work.',
          'Apprentices spend their first year at the bench and at the gauge, not at the broom.',
        ],
      },
      {
        title: 'How to apply',
        blocks: [
          {
            list: [
              'Half a page about what you have made, and two or three photographs of it.',
              'Where you learned it, and since when you could start.',
              `By e-mail to ${company.email}, with “Work” in the subject.`,
            ],
          },
          'You hear from us within two weeks. Then you come for a day, paid, and work with the people you would work with. We erase what you sent when we have decided, unless you want us to keep it.',
        ],
      },
    ],
  },

  press: {
    title: 'Press kit',
    text: 'Facts, the mark and drawings for everyone who writes about tools.',
    description: 'The Ironmonger Tool Company in facts, with its mark and drawings to download and to print.',
    sections: [
      {
        title: 'In one sentence',
        blocks: [
          'Ironmonger makes hand tools and measuring tools and sells them by the box, with the price per piece, the smallest order and the counted stock at every entry.',
        ],
      },
      {
        title: 'Facts',
        blocks: [
          {
            entries: [
              ['Company', company.legalName],
              ['Since', '1992'],
              ['Place', company.address.join(', ')],
              ['Range', 'Striking, turning, gripping, cutting, measuring, drilling and grinding tools'],
              ['Customers', 'Workshops, wholesalers and manufacturers in more than 100 countries'],
              ['Questions', `${company.email}, ${company.phone.formatted}`],
            ],
          },
        ],
      },
      {
        title: 'Mark and drawings',
        blocks: [
          'All are SVG files: they print sharp at every size and carry a light and a dark version of themselves. You may use them in articles about the company and its tools. Please leave the mark as it is, with room around it as wide as a quarter of its height.',
          {
            drawings: [
              { file: '/images/marks/ironmonger.svg', name: 'The mark', width: 64, height: 64 },
              {
                file: '/images/banners/workbench.svg',
                name: 'A workbench with vice and tools',
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
              { file: '/images/drawings/bench-vice.svg', name: 'Bench vice', width: 800, height: 600 },
              { file: '/images/drawings/vernier-caliper.svg', name: 'Vernier caliper', width: 800, height: 600 },
            ],
          },
        ],
      },
      {
        title: 'Visits and tools to try',
        blocks: [
          'We lend tools for tests and show the works on weekdays. Tell us which tool and by when; we do not ask to read what you write.',
        ],
      },
    ],
  },

  terms: {
    title: 'Terms of use',
    text: 'What you and we can rely on when you use this shop and order from it.',
    description: 'Ordering, prices, holding and payment, delivery, faults, accounts and reviews at Ironmonger.',
    since: '2026-11-20',
    sections: [
      {
        title: 'Who we are',
        blocks: [`This shop is run by ${address}. ${writeTo}`],
      },
      {
        title: 'Who can order',
        blocks: [
          'We sell to businesses and to whoever buys in their quantities. Ordering takes an account with your own name and an e-mail address you can read. Keep your password to yourself; what is ordered with your account counts as ordered by you until you tell us that somebody else has it.',
        ],
      },
      {
        title: 'Prices, quantities and stock',
        blocks: [
          'Each entry shows its price per piece, its smallest order and the pieces on the shelf. You can order any whole number from the smallest order to the stock. The total is the quantity times the price per piece at the moment you order, in US dollars; the order shows it before you pay, and it does not change afterwards.',
          'For more than is in stock, or a price for a whole year, ask for a quote. A quote holds for the time that stands in it.',
          { links: [{ to: '/quote', label: 'Request a quote' }] },
        ],
      },
      {
        title: 'Holding and paying',
        blocks: [
          'An order puts its pieces aside for you at once, as a rule for 72 hours; the letter about the order says for how long. In that time you can pay by card or delete the order. An order that is not paid in time ends by itself and costs nothing.',
          'The contract is made when your payment arrives. A payment for an order that has ended, or a second payment for the same order, is returned in full.',
        ],
      },
      {
        title: 'Delivery',
        blocks: [
          'We pack paid orders in the sequence of their payment. The order shows when it has shipped, and we tell you by mail.',
        ],
      },
      {
        title: 'When something is wrong',
        blocks: [
          'Send us a photograph, the name of the tool and the day of the order. A tool with a fault of ours is replaced or its price returned, as you prefer. Rights that the law gives you stand beside this and are not narrowed by it.',
        ],
      },
      {
        title: 'Reviews and pictures you send',
        blocks: [
          'A review is shown with your name. Write what you have seen for yourself, and send only pictures that are yours. We may take down what is untrue, insulting or somebody else’s.',
        ],
      },
      {
        title: 'What we answer for',
        blocks: [
          'Dimensions and materials in the entries are as measured. We answer for damage we cause on purpose or by carelessness, as the law says. We do not promise that the shop can be reached at every hour.',
        ],
      },
      {
        title: 'Law and changes',
        blocks: [
          'The law of the State of Ohio applies, and its courts are competent, unless the law of the place where you live gives you others. When these terms change, the day above changes; for an order the terms of its day hold.',
        ],
      },
    ],
  },

  privacy: {
    title: 'Privacy policy',
    text: 'What this shop knows of you, what for, for how long, and how to have it erased.',
    description: 'Which data Ironmonger stores, why, for how long, who else sees them, and what you can ask us to do.',
    since: '2026-11-20',
    sections: [
      {
        title: 'Who is responsible',
        blocks: [`${address}. ${writeTo}`],
      },
      {
        title: 'In short',
        blocks: [
          {
            list: [
              'We store what you type in, and what we need to keep an order.',
              'We never see or store your card’s number.',
              'There are no trackers, no advertising and no measuring of visitors. Fonts, pictures and scripts come from the shop itself.',
              'We sell and lend your data to nobody.',
            ],
          },
        ],
      },
      {
        title: 'What we store, and what for',
        blocks: [
          {
            entries: [
              [
                'Account',
                'Your name, e-mail address and password, the last as a fingerprint from which it cannot be read. Each sign-in is kept with its time, network address and browser until it ends, after seven days without a visit at the latest.',
              ],
              [
                'Profile',
                'Picture, phone number and places, if you enter them, so that we can reach you about an order.',
              ],
              [
                'Orders',
                'Tool, quantity, price, your name and e-mail address, the days of ordering, paying and shipping, and the transaction’s number. Orders are business records: we keep them as long as the law asks for, and an order, once made, is not removed from the shop.',
              ],
              [
                'Payments',
                'The card form belongs to the card provider. Your card’s number goes from your browser to the provider and not through the shop; we get the amount, the outcome and the transaction’s number.',
              ],
              ['Reviews', 'What you write, under your name. Everybody can read it.'],
              [
                'Quote requests and messages',
                'What you typed into the form, to answer you. We keep it with the correspondence about it, and erase it when you ask for it.',
              ],
              [
                'Newsletter',
                'Your address, and when you asked, confirmed and left. Nothing else, and not whether you opened a letter.',
              ],
              ['Letters', 'A copy of what the shop wrote to you by mail.'],
              [
                'Keeping order',
                'How often forms were sent from a network address and letters went to a mailbox, so that nobody can flood either; erased when its time has run out, after a day at the latest plus an hour. The log of the shop notes kind, time and outcome of requests, without names and addresses.',
              ],
            ],
          },
        ],
      },
      {
        title: 'The newsletter, and how to leave it',
        blocks: [
          'We write only to addresses whose owner has confirmed it by the link we send first. An address that is not confirmed within seven days is erased.',
          'Every letter has a link to leave. From that moment we write no more; after thirty days the address is erased. You can also simply tell us.',
        ],
      },
      {
        title: 'Who else sees it',
        blocks: [
          'The card provider sees what a payment needs: card, amount, your name and e-mail address. Whoever carries our mails sees the mails. Nobody else, unless a court orders it.',
        ],
      },
      {
        title: 'What you can ask for',
        blocks: [
          'You can see and change your profile yourself. You can ask us what we know of you, to correct it, to hand it to you as a file, or to erase it as far as no law makes us keep it. Write from the address it is about, so that we tell nobody else. If you think we treat your data wrongly, you can complain to the authority for data protection where you live.',
          {
            links: [
              { to: '/contact', label: 'Write to us' },
              { to: '/cookies', label: 'Cookie policy' },
            ],
          },
        ],
      },
    ],
  },

  cookies: {
    title: 'Cookie policy',
    text: 'One cookie, and only once you sign in. Everything this shop leaves in your browser is listed here.',
    description: 'The one cookie of this shop and what it keeps in your browser’s storage: names, purposes, periods.',
    since: '2026-11-20',
    sections: [
      {
        title: 'Without signing in',
        blocks: [
          'You can read every public page without a cookie. There are no cookies of others and nothing that follows you, so there is also no banner to click away.',
        ],
      },
      {
        title: 'The cookie',
        blocks: [
          {
            entries: [
              [
                'ironmonger.session_token',
                'Says that you are signed in. Set when you sign in or up, removed when you log out, and void after seven days without a visit. Scripts cannot read it, and it is sent to this shop only. On a secure connection its name begins with __Secure-.',
              ],
            ],
          },
        ],
      },
      {
        title: 'What is kept in your browser’s storage',
        blocks: [
          'These stay in your browser and are read by this shop only.',
          {
            entries: [
              [
                'accessToken',
                'Opens your own pages. Good for fifteen minutes, renewed while you are signed in, removed when you log out.',
              ],
              ['accessTokenDetails', 'Whose access token it is and until when it is good. Removed together with it.'],
              [
                'signingOut',
                'Only while you log out: tells your other tabs, and tells the shop later if it could not be reached.',
              ],
              [
                'draft: and a form’s name',
                'What you are typing into a form, so that a reload does not lose it. Never passwords or card data. Gone when you send the form, log out, when somebody else signs in, or when you close the tab.',
              ],
              [
                'draftsOf',
                'Whose drafts these are: the e-mail address last signed in with in this tab, so that nobody else who signs in finds your words. Gone when you log out or close the tab.',
              ],
              [
                'react-router-scroll-positions',
                'How far you had scrolled, so that “back” brings you there. Gone when you close the tab.',
              ],
            ],
          },
        ],
      },
      {
        title: 'If you want none of it',
        blocks: [
          'Log out, and clear the data of this site in your browser’s settings. Without cookies you can read everything that is public and send the forms; ordering needs to know who you are.',
          { links: [{ to: '/privacy', label: 'Privacy policy' }] },
        ],
      },
    ],
  },
};
