import { company } from '#src/shared/site-copy.ts';

export const NEWSLETTER_DRAWING = '/images/drawings/tape-measure.svg';

/** The texts of the newsletter. */
export const newsletterCopy = {
  title: 'Newsletter',
  text: 'New tools and new prices, when there are any.',
  description: 'Get a letter when there are new tools or new prices. You confirm by mail and can leave at any time.',
  about:
    'A few letters a year: what is new in the range, and what changes in price. You confirm by mail that you want them, and every letter has a link to leave.',
  email: 'E-mail for the newsletter',
  stored:
    'Please look into your mailbox: we have written to you there, and the link in that letter puts you on the list.',

  done: {
    sent: {
      title: 'Please look into your mailbox',
      text: 'We have written to the address you entered. The link in that letter puts it on the list; without it we do not write again.',
    },
    confirmed: {
      title: 'You are on the list',
      text: 'Thank you. We write when there are new tools or new prices. Every letter has a link to leave.',
    },
    left: {
      title: 'You are off the list',
      text: 'We do not write to this address any more, and erase it after thirty days. You can come back at any time.',
    },
  },

  confirm: {
    title: 'Confirm your subscription',
    open: {
      text: 'One more step: with this button the newsletter comes to the address whose mailbox this link was in.',
      button: 'Confirm subscription',
    },
    used: {
      title: 'This link was used before',
      text: 'The address is confirmed and there is nothing more to do.',
    },
    expired: {
      title: 'This link has expired',
      text: 'It was good for seven days. Please enter the address once more, and we send a new one.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'Please check that it was copied whole. If it still does not work, enter the address once more, and we send a new one.',
    },
  },

  leave: {
    title: 'Leave the newsletter',
    open: {
      text: 'With this button we stop writing to the address whose mailbox this link was in.',
      button: 'Leave the newsletter',
    },
    used: { title: 'You have left already', text: 'We do not write to this address any more.' },
    unknown: {
      title: 'This link does not work',
      text: `Please check that it was copied whole. If letters still reach you, write to ${company.email}, and we take the address off the list.`,
    },
  },

  again: 'To the newsletter',
  home: 'To the home page',

  list: {
    caption: 'Addresses of the newsletter',
    email: 'E-mail',
    state: 'State',
    states: { pending: 'not confirmed', confirmed: 'confirmed', left: 'left' },
    filters: { confirmed: 'Confirmed', pending: 'Not confirmed', left: 'Left' },
    search: 'Search by e-mail',
    sorts: {
      '-created': 'Newest first',
      created: 'Oldest first',
      email: 'E-mail, A to Z',
      '-email': 'E-mail, Z to A',
    },
    since: 'Asked on',
    changed: 'Confirmed or left on',
    empty: { title: 'No addresses yet', text: 'Who subscribes in the footer of any page is listed here.' },
  },
} as const;
