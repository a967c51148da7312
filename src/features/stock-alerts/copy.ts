import type { Waiting } from './contract.ts';

export const STOCK_ALERT_DRAWING = '/images/drawings/tape-measure.svg';

export const stockAlertCopy = {
  title: 'Notify me when it is back',
  about: (itemName: string) =>
    `${itemName} is out of stock. We will email you once, as soon as you can order it again. First, please confirm your email address.`,
  toTool: 'Go to the tool',
  toTools: 'Go to the catalog',

  done: {
    sent: {
      title: 'Please check your email',
      text: 'Open the link we sent you to confirm the alert. If you do not, we will not write again. No email after a few minutes? Please look among unwanted mail and check the address. It may also already have this alert, five such emails today, or fifty alerts.',
    },
    confirmed: {
      title: 'Your alert is set',
      text: 'Thank you. We will email you once if the tool is back within a year. The email with your confirmation link also has a link to end the alert.',
    },
    ended: {
      title: 'The alert has ended',
      text: 'We will not write about it and will delete it after thirty days. You can set up a new alert at any time.',
    },
  },

  confirm: {
    title: 'Confirm your alert',
    open: (itemName: string) =>
      `One more step: press this button, and we will email the address that received this link once, when this tool is back: ${itemName}.`,
    button: 'Confirm alert',
    tooMany:
      'This address has reached the limit of alerts. Please end another alert with the link in its email, or try again tomorrow.',
    used: {
      title: 'This link was already used',
      text: 'The alert is already confirmed or has ended. There is nothing more to do.',
    },
    expired: {
      title: 'This link has expired',
      text: 'It was valid for seven days. If the tool is still out of stock, enter your address again on its page.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'Please check that you copied the whole link. If it still does not work, enter your address again on the tool’s page.',
    },
  },

  end: {
    title: 'End your alert',
    open: (itemName: string) =>
      `Press this button to end the alert for the address that received this link. The tool: ${itemName}.`,
    button: 'End this alert',
    others: (count: number) => ({
      title: 'End your other alerts',
      text: `This alert has already ended. This address still has alerts for ${count === 1 ? 'one other tool' : `${count} other tools`}.`,
      button: count === 1 ? 'End other alert' : `End ${count} other alerts`,
    }),
    all: (count: number) => `End all ${count} alerts`,
    used: {
      title: 'This alert has ended',
      text: 'We will not write about it, and this address has no other alerts.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'Please check that you copied the whole link. Alerts and their links are deleted thirty days after they end.',
    },
  },

  waiting: ({ waiting, more }: Waiting) => {
    if (waiting === 1) return 'One person will get an email when it is back.';
    return `${waiting}${more ? '+' : ''} people will get an email when it is back.`;
  },
} as const;
