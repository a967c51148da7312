import type { Mail } from './contract.ts';

/** The texts of the outbox. */
export const mailCopy = {
  search: 'Search mails',
  empty: { title: 'No mails yet', text: 'What the shop writes to customers and visitors is listed here.' },
  byState: 'What became of them',
  byKind: 'What they are about',
  states: {
    waiting: 'Waiting to be sent',
    sent: 'Sent',
    kept: 'Kept, not sent',
    dead: 'Could not be sent',
  } satisfies Record<Mail['state'], string>,
  attempts: (count: number) => `${count} ${count === 1 ? 'attempt' : 'attempts'}`,
  nextAttempt: 'the next at',
  sentAt: 'sent',
  showPreview: 'Show as it looks',
  hidePreview: 'Hide',
  previewTitle: (subject: string) => `The mail “${subject}” as it looks`,
  linksDisabled: 'Links in it do nothing here.',
  send: { kept: 'Send', dead: 'Send again' },
  sendAll: {
    button: 'Send all again',
    question: (count: number) => ({
      title: count === 1 ? 'Send one mail again?' : `Send ${count} mails again?`,
      text: 'Mails whose link has run out are left out. Of more than 500, the oldest 500 are sent.',
      confirm: 'Yes, send them',
      cancel: 'Cancel',
    }),
    done: (count: number) => ({
      title: 'Waiting to be sent',
      text: count === 1 ? 'One mail waits to be sent.' : `${count} mails wait to be sent.`,
    }),
  },
  queued: 'It waits to be sent.',
  linkShown: 'The link is for its recipient alone. That you could read it is on record.',
  linkHidden:
    'It holds a link for its recipient alone. Only an owner can read it if it goes to a customer; nobody can if it goes to an admin.',
  linkExpired: 'The link in it has run out, so it is not sent any more. Whoever asked for it can ask again.',
} as const;
