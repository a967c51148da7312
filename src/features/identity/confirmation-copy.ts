/** The texts about an address that nobody has confirmed yet. */
export const confirmationCopy = {
  missing: {
    title: 'Your email address is not confirmed yet',
    text: (email: string) =>
      `When you signed up, we sent a link to ${email}. Please open it to confirm your address. You can already place orders.`,
  },
  sendAgain: 'Send link again',
  sentAgain: (email: string) => `We sent a new link to ${email}. It works for one day.`,
  notSent: 'The link could not be sent. Please try again in a moment.',
  done: 'Your email address is confirmed.',
} as const;
