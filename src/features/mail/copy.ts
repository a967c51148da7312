import type { Mail } from './contract.ts';

export const mailCopy = {
  search: 'Search emails',
  empty: { title: 'No emails yet', text: 'Emails from the shop to customers and visitors will be listed here.' },
  byState: 'Delivery status',
  byKind: 'Type',
  states: {
    waiting: 'Waiting to be sent',
    sent: 'Sent',
    kept: 'Stored, not sent',
    dead: 'Could not be sent',
  } satisfies Record<Mail['state'], string>,
  attempts: (count: number) => `${count} ${count === 1 ? 'attempt' : 'attempts'}`,
  nextAttempt: 'next at',
  sentAt: 'sent',
  showPreview: 'Show preview',
  hidePreview: 'Hide',
  previewTitle: (subject: string) => `Preview of “${subject}”`,
  linksDisabled: 'Links do not work in this preview.',
  send: { kept: 'Send', dead: 'Send again' },
  sendAll: {
    button: 'Send all again',
    question: (count: number) => ({
      title: count === 1 ? 'Send one email again?' : `Send ${count} emails again?`,
      text: 'Emails with expired links are left out. If there are more than 500, the oldest 500 are sent.',
      confirm: 'Yes, send them',
      losesNothing: true,
      cancel: 'Cancel',
    }),
    done: (count: number) => ({
      title: 'Waiting to be sent',
      text: count === 1 ? 'One email is waiting to be sent.' : `${count} emails are waiting to be sent.`,
    }),
  },
  queued: 'It is waiting to be sent.',
  linkShown: 'This link is meant only for its recipient. The audit log shows that you viewed it.',
  linkHidden:
    'It contains a link meant only for its recipient. Owners can view links sent to customers. Nobody can view links sent to admins.',
  linkExpired: 'Its link has expired, so it will not be sent. The person who requested it can request a new one.',
} as const;
