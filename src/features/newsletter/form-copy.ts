/** The texts of the form at the foot of every page. Separate from those of the newsletter's own pages. */
export const newsletterFormCopy = {
  label: 'Your email address',
  stored: 'Please check your email. Open the link we sent you to subscribe.',
} as const;
