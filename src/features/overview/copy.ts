import type { Overview } from './contract.ts';

/** A kind of things that wait: what it is, and the list that shows exactly these. */
interface WaitingKind {
  label: string;
  text: string;
  to: string;
}

/** The texts of the overview; its kinds in the order of the page. */
export const overviewCopy = {
  title: 'Overview',
  text: 'What waits for you now.',
  nothing: 'Nothing waits for you.',
  waiting: 'waiting',
  kinds: {
    ordersToShip: {
      label: 'Orders to ship',
      text: 'Paid, and not shipped yet. The list has a row for each tool of them.',
      to: '/dashboard/allorder?state=to_ship',
    },
    ordersWithoutAddress: {
      label: 'Orders without an address',
      text: 'Paid, and nobody said where to send them. Their buyers are asked by mail.',
      to: '/dashboard/allorder?state=without_address',
    },
    ordersToCancel: {
      label: 'Requests to cancel',
      text: 'Paid, not shipped yet, and the buyer wants the money back. You decide.',
      to: '/dashboard/allorder?state=to_cancel',
    },
    failedRefunds: {
      label: 'Failed refunds',
      text: 'The money did not reach the buyer, and nobody has tried again.',
      to: '/dashboard/payments?state=refund_failed',
    },
    disputesToAnswer: {
      label: 'Disputes to answer',
      text: 'A bank asks for money back. Answer in the card provider’s dashboard.',
      to: '/dashboard/payments?state=to_answer',
    },
    differingPayments: {
      label: 'Payments that do not agree',
      text: 'The shop and the card provider say different things.',
      to: '/dashboard/payments?state=differs',
    },
    stuckPayments: {
      label: 'Payments with stuck events',
      text: 'A message of the card provider could not be applied.',
      to: '/dashboard/payments?state=stuck',
    },
    quotes: {
      label: 'Quote requests',
      text: 'Open: not marked done.',
      to: '/dashboard/inbox?state=open',
    },
    messages: {
      label: 'Messages',
      text: 'Open: not marked done.',
      to: '/dashboard/inbox/messages?state=open',
    },
    failedMails: {
      label: 'Mails not delivered',
      text: 'The shop has given them up. They can be sent again.',
      to: '/dashboard/inbox/outbox?state=dead',
    },
    stoppedImports: {
      label: 'Stopped imports',
      text: 'The shop could not go on with them. They can be tried again.',
      to: '/dashboard/imports?state=stopped',
    },
    soldOutTools: {
      label: 'Products out of stock',
      text: 'Fewer pieces are left than the minimum order.',
      to: '/dashboard/products?state=out',
    },
    lowTools: {
      label: 'Products running out',
      text: 'Fewer pieces are left than three minimum orders.',
      to: '/dashboard/products?state=low',
    },
    runningOutTools: {
      label: 'Products that last under two weeks',
      text: 'At the pace of the last 30 days, the stock is gone in fewer than 14 days.',
      to: '/dashboard/products?state=running_out',
    },
    systemsDown: {
      label: 'Systems not working',
      text: 'Something that the shop depends on.',
      to: '/dashboard/system',
    },
  } satisfies Record<Exclude<keyof Overview, 'shortTools'>, WaitingKind>,
} as const;
