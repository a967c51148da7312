/** The texts of the form, apart from all others: every page of a tool loads them. */
export const stockAlertFormCopy = {
  label: 'E-mail, to tell you when it is back',
  submit: 'Tell me',
  stored:
    'Please look into your mailbox: the link in our e-mail confirms your alert. If none comes, you wait for it already, or have asked for too many.',
} as const;
