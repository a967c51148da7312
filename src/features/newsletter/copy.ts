export const NEWSLETTER_DRAWING = '/images/drawings/tape-measure.svg';

export const newsletterCopy = {
  title: 'Newsletter',
  text: 'News about new tools and prices.',
  description: 'Get an email when there are new tools or prices. You confirm by email and can unsubscribe at any time.',
  about:
    'A few emails a year about new tools and prices. You confirm your subscription by email. Every email has an unsubscribe link.',

  done: {
    sent: {
      title: 'Please check your email',
      text: 'We sent an email to the address you entered. Open the link in it to subscribe. If you do not, we will not write again.',
    },
    confirmed: {
      title: 'You are subscribed',
      text: 'Thank you. We write when there are new tools or prices. Every email has an unsubscribe link.',
    },
    left: {
      title: 'You are unsubscribed',
      text: 'We will no longer write to this address and will delete it after thirty days. You can subscribe again at any time.',
    },
  },

  confirm: {
    title: 'Confirm your subscription',
    open: {
      text: 'One more step: press this button to subscribe the address that received this link.',
      button: 'Confirm subscription',
    },
    used: {
      title: 'This link was already used',
      text: 'Your address is already confirmed. There is nothing more to do.',
    },
    expired: {
      title: 'This link has expired',
      text: 'It was valid for seven days. Please enter your address again, and we will send a new link.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'Please check that you copied the whole link. If it still does not work, enter your address again, and we will send a new link.',
    },
  },

  leave: {
    title: 'Unsubscribe',
    open: {
      text: 'Press this button to unsubscribe the address that received this link.',
      button: 'Unsubscribe',
    },
    used: { title: 'You are already unsubscribed', text: 'We no longer send the newsletter to this address.' },
    unknown: {
      title: 'This link does not work',
      text: 'Please check that you copied the whole link. If you still receive emails, contact us, and we will remove your address.',
    },
  },

  again: 'Go to the newsletter',
  home: 'Go to the home page',
  contact: 'Contact us',

  list: {
    caption: 'Newsletter addresses',
    email: 'Email',
    state: 'State',
    states: { pending: 'not confirmed', confirmed: 'confirmed', left: 'unsubscribed' },
    filters: { confirmed: 'Confirmed', pending: 'Not confirmed', left: 'Unsubscribed' },
    search: 'Search by email',
    sorts: {
      email: 'Email, A to Z',
      '-email': 'Email, Z to A',
    },
    since: 'Signed up on',
    changed: 'Confirmed or unsubscribed on',
    empty: { title: 'No addresses yet', text: 'Subscriptions from the footer of any page appear here.' },
  },
} as const;
