/** The texts of the form, apart from all others: every page of a tool loads them. */
export const stockAlertFormCopy = {
  label: 'Your e-mail: we tell you once when it is back',
  submit: 'Tell me',
  stored: 'Please look into your mailbox: the link in our e-mail confirms your alert.',
} as const;
