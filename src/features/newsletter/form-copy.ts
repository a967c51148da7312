/** The texts of the form at the foot of every page, apart from those of the newsletter's own pages. */
export const newsletterFormCopy = {
  label: 'E-mail for the newsletter',
  stored: 'Please look into your mailbox: the link in our e-mail puts you on the list.',
} as const;
