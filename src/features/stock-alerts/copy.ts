import type { Waiting } from './contract.ts';

export const STOCK_ALERT_DRAWING = '/images/drawings/tape-measure.svg';

/** The texts of stock alerts. */
export const stockAlertCopy = {
  title: 'Tell me when it is back',
  about: (itemName: string) =>
    `${itemName} is out of stock. We write to you once, as soon as it can be ordered again. First you confirm by e-mail that you want to know.`,
  toTool: 'To the tool',
  toTools: 'To the catalog',

  done: {
    sent: {
      title: 'Please look into your mailbox',
      text: 'The link in our e-mail confirms the alert. Without it, we do not write again. If none comes, the address waits for this tool already, had five such e-mails today, or waits for fifty tools.',
    },
    confirmed: {
      title: 'We will tell you',
      text: 'Thank you. We write once, as soon as the tool can be ordered again, within a year. The e-mail that you confirmed has a link to end the alert.',
    },
    ended: {
      title: 'The alert has ended',
      text: 'We write no more about it, and delete it after thirty days. You can ask again at any time.',
    },
  },

  confirm: {
    title: 'Confirm your alert',
    open: (itemName: string) =>
      `One more step: with this button, we write once to the address that received this link, when this tool can be ordered again: ${itemName}.`,
    button: 'Confirm alert',
    tooMany:
      'This address waits for as many tools as it can. Please end another alert by the link in its e-mail, or try again tomorrow.',
    used: {
      title: 'This link was used before',
      text: 'The alert is confirmed, or over already, and there is nothing more to do.',
    },
    expired: {
      title: 'This link has expired',
      text: 'It was valid for seven days. If the tool is still out of stock, enter the address again on its page.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'Please check that you copied the whole link. If it still does not work, enter the address again on the page of the tool.',
    },
  },

  end: {
    title: 'End your alert',
    open: (itemName: string) =>
      `With this button, we do not write to the address that received this link when this tool is back: ${itemName}.`,
    button: 'End this alert',
    others: (count: number) => ({
      title: 'End your other alerts',
      text: `This alert is over already. The address waits for ${count === 1 ? 'one other tool' : `${count} other tools`}.`,
      button: count === 1 ? 'End the other alert' : `End ${count} other alerts`,
    }),
    all: (count: number) => `End all ${count} alerts`,
    used: {
      title: 'This alert is over',
      text: 'We write no more about it, and this address waits for no other tool.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'Please check that you copied the whole link. An alert that was over for thirty days is deleted, and its link with it.',
    },
  },

  waiting: ({ waiting, more }: Waiting) => {
    if (waiting === 1) return 'One person waits for it to be back, and then gets an e-mail.';
    return `${waiting}${more ? '+' : ''} people wait for it to be back, and then get an e-mail.`;
  },
} as const;
