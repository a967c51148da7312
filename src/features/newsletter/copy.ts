export const NEWSLETTER_DRAWING = '/images/drawings/tape-measure.svg';

/** The texts of the newsletter. */
export const newsletterCopy = {
  title: 'Newsletter',
  text: 'New tools and new prices, when there are any.',
  description: 'Get an e-mail when there are new tools or new prices. You confirm by e-mail and can leave at any time.',
  about:
    'A few e-mails a year about new tools and new prices. You confirm by e-mail that you want them. Every e-mail has a link to leave.',

  done: {
    sent: {
      title: 'Please look into your mailbox',
      text: 'We have sent an e-mail to the address you entered. Its link puts the address on the list. Without it, we do not write again.',
    },
    confirmed: {
      title: 'You are on the list',
      text: 'Thank you. We write when there are new tools or new prices. Every e-mail has a link to leave.',
    },
    left: {
      title: 'You are off the list',
      text: 'We no longer write to this address and delete it after thirty days. You can come back at any time.',
    },
  },

  confirm: {
    title: 'Confirm your subscription',
    open: {
      text: 'One more step: this button sends the newsletter to the address that received this link.',
      button: 'Confirm subscription',
    },
    used: {
      title: 'This link was used before',
      text: 'The address is confirmed and there is nothing more to do.',
    },
    expired: {
      title: 'This link has expired',
      text: 'It was valid for seven days. Please enter the address again, and we send a new one.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'Please check that you copied the whole link. If it still does not work, enter the address again, and we send a new one.',
    },
  },

  leave: {
    title: 'Leave the newsletter',
    open: {
      text: 'With this button, we stop writing to the address that received this link.',
      button: 'Leave the newsletter',
    },
    used: { title: 'You have left already', text: 'We no longer write to this address.' },
    unknown: {
      title: 'This link does not work',
      text: 'Please check that you copied the whole link. If you still get e-mails, write to us, and we take the address off the list.',
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
    empty: { title: 'No addresses yet', text: 'Subscriptions from the footer of any page appear here.' },
  },
} as const;
