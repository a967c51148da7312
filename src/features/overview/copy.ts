import type { Overview } from './contract.ts';

/** A kind of things that wait: its label, and the list that shows exactly these. */
interface KindCopy {
  label: string;
  text: string;
  to: string;
}

/** The texts of the overview. Its kinds are in the order of the page: what has a deadline, then money, then the rest. */
export const overviewCopy = {
  title: 'Overview',
  text: 'What needs your attention.',
  nothing: 'Nothing needs your attention.',
  waiting: 'waiting',
  stock: 'Stock',
  idle: 'Nothing waiting:',
  moreThan: 'more than',
  due: 'Answer by',
  since: 'since',
  asksToCancel: 'Asked to cancel',
  seeAll: 'See all',
  kinds: {
    disputesToAnswer: {
      label: 'Disputes to answer',
      text: 'A buyer’s bank has disputed a payment. Respond in the card provider’s dashboard.',
      to: '/dashboard/payments?state=to_answer',
    },
    failedRefunds: {
      label: 'Failed refunds',
      text: 'The money did not reach the buyer, and the refund was not tried again.',
      to: '/dashboard/payments?state=refund_failed',
    },
    ordersToCancel: {
      label: 'Requests to cancel',
      text: 'Paid but not shipped yet, and the buyer has asked to cancel. You decide.',
      to: '/dashboard/allorder?state=to_cancel',
    },
    ordersWithoutAddress: {
      label: 'Orders without an address',
      text: 'Paid but missing a shipping address. We have asked the buyers by email.',
      to: '/dashboard/allorder?state=without_address',
    },
    ordersToShip: {
      label: 'Orders to ship',
      text: 'Paid but not shipped yet.',
      to: '/dashboard/allorder?state=to_ship',
    },
    differingPayments: {
      label: 'Payments out of sync',
      text: 'The shop and the card provider show different states.',
      to: '/dashboard/payments?state=differs',
    },
    stuckPayments: {
      label: 'Payments with stuck events',
      text: 'An event from the card provider could not be processed.',
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
    newReviews: {
      label: 'New reviews',
      text: 'Not read yet, or changed since.',
      to: '/dashboard/reviews?state=new',
    },
    exemptionsToReview: {
      label: 'Exemption certificates',
      text: 'Uploaded by buyers, who are charged tax until you approve them.',
      to: '/dashboard/exemptions?state=pending',
    },
    failedMails: {
      label: 'Emails not delivered',
      text: 'The shop stopped trying. You can send them again.',
      to: '/dashboard/inbox/outbox?state=dead',
    },
    stoppedImports: {
      label: 'Stopped imports',
      text: 'The shop could not continue them. You can try again.',
      to: '/dashboard/imports?state=stopped',
    },
    systemsDown: {
      label: 'Systems not working',
      text: 'A service the shop depends on.',
      to: '/dashboard/system',
    },
    soldOutTools: {
      label: 'Products out of stock',
      text: 'None are left, or fewer than the minimum order.',
      to: '/dashboard/products?state=out',
    },
    lowTools: {
      label: 'Products to reorder',
      text: 'Fewer pieces are left than their reorder level, or than the settings say.',
      to: '/dashboard/products?state=reorder',
    },
    runningOutTools: {
      label: 'Products lasting under two weeks',
      text: 'At the sales pace of the last 30 days, stock runs out in less than 14 days.',
      to: '/dashboard/products?state=running_out',
    },
  } satisfies Record<Exclude<keyof Overview, 'shortTools'>, KindCopy>,
} as const;

export type WaitingKind = keyof typeof overviewCopy.kinds;

/** Alarms about stock: good to know, but nobody is waiting. */
export const STOCK_KINDS: readonly WaitingKind[] = ['soldOutTools', 'lowTools', 'runningOutTools'];

/** What somebody has to do. The menu counts these. */
export const DUTY_KINDS: readonly WaitingKind[] = (Object.keys(overviewCopy.kinds) as WaitingKind[]).filter(
  (kind) => !STOCK_KINDS.includes(kind),
);
