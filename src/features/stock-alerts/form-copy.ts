/** The texts of the form. Separate from all others, since every page of a tool loads them. */
export const stockAlertFormCopy = {
  label: 'Email address for the alert',
  submit: 'Notify me',
  stored:
    'Please check your email. Open the link we sent you to confirm your alert. If none comes, you already have this alert, or too many alerts.',
} as const;
