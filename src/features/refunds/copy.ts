import { formatMoney, getShopCurrency } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { describeRefundAmount, type RefundState } from './rules.ts';

const pieces = (count: number) => `${formatCount(count)} ${count === 1 ? 'piece' : 'pieces'}`;

export const refundCopy = {
  states: {
    requested: 'Not sent to the card provider yet',
    pending: 'Being processed by the bank',
    succeeded: 'Refunded',
    failed: 'Failed',
  } satisfies Record<RefundState, string>,
  list: {
    title: 'Refunds',
    empty: 'Nothing has been refunded yet.',
    atProvider: 'Made in the card provider’s dashboard',
    by: (name: string) => `by ${name}`,
    pieces: (count: number, itemName: string) => `${formatCount(count)} × ${itemName}`,
    shipped: (count: number) => `${formatCount(count)} had shipped`,
    restocked: (count: number) => `${formatCount(count)} restocked`,
    retry: 'Try again',
    dismiss: 'Mark as handled',
    dismissed: 'Marked as handled. It no longer counts as open.',
  },
  dialog: {
    open: 'Refund',
    close: 'Close',
    loading: 'Loading the order …',
    failed: 'The order could not be loaded',
  },
  form: {
    label: 'Refund',
    left: 'Left to refund',
    nothingLeft: 'This payment has been or is being refunded in full.',
    what: 'What to refund',
    whats: {
      all: 'Full remaining amount',
      lines: 'Some pieces',
      amount: 'An amount only',
    },
    linesLabel: 'Pieces',
    quantityHint: (left: number, unit: string) =>
      left === 0 ? 'All have been refunded.' : `${pieces(left)} left, ${unit} each`,
    shippedPieces: (itemName: string) => `${itemName}: how many of them had shipped`,
    shipping: (amount: string) => `Shipping costs, too: ${amount}`,
    shippedPiecesHint: 'The others will not be shipped.',
    get amount() {
      return `Amount in ${getShopCurrency().code}`;
    },
    amountForLines: 'Different amount for these pieces',
    amountForLinesHint: 'Leave blank to refund their price.',
    restock: 'Restock',
    restocks: { unshipped: 'Pieces that have not shipped', all: 'All pieces', none: 'No pieces' },
    /** For a purchase of which nothing was shipped. */
    restocksOfUnshipped: { unshipped: 'All pieces', none: 'No pieces' },
    reason: 'Reason',
    reasonHint: 'The buyer sees it in the email and on the order.',
    getsBack: (name: string) => `Refund to ${name}`,
    submit: 'Refund …',
    noPieces: 'Please choose at least one piece.',
    outOfRange: (left: number) => `Please enter a whole number from 0 to ${formatCount(left)}.`,
    get noAmount() {
      return describeRefundAmount();
    },
    tooMuch: (leftMinor: number) => `At most ${formatMoney(leftMinor)} is left.`,
    noReason: 'Please enter a reason. The buyer will see it.',
    question: (amount: string, name: string, count: number) => ({
      title: `Refund ${amount}?`,
      text: `${name} gets ${amount} back on the card used for this order${count > 0 ? `, for ${pieces(count)}` : ''}. This cannot be undone.`,
      confirm: 'Yes, refund it',
      cancel: 'Go back',
    }),
    done: {
      succeeded: (amount: string) => `${amount} was refunded. We have emailed the buyer.`,
      pending: (amount: string) =>
        `The bank is processing the refund of ${amount}. We will email the buyer when it is complete.`,
      requested: (amount: string) =>
        `The refund of ${amount} is saved. The card provider cannot be reached right now; the shop will try again automatically.`,
    },
  },
  cancel: {
    buyer: {
      unpaid: 'Cancel order',
      paid: 'Ask to cancel',
      unpaidQuestion: {
        title: 'Cancel this order?',
        text: 'Its pieces will be available for sale again. Nothing was charged.',
        confirm: 'Yes, cancel it',
        cancel: 'Keep it',
      },
      paidQuestion: {
        title: 'Ask us to cancel this order?',
        text: 'This order is paid. We will review your request before anything ships, and email you.',
        confirm: 'Ask to cancel',
        cancel: 'Keep it',
        losesNothing: true,
      },
      field: { label: 'Why', hint: 'We will see it.' },
      asked: 'You asked us to cancel this order. We will email you our decision.',
    },
    staff: {
      unpaid: 'Cancel order',
      paid: 'Cancel and refund',
      confirm: 'Confirm and refund',
      decline: 'Decline',
      asks: (name: string) => `${name} asks to cancel this order.`,
      noReason: 'No reason was given.',
      unpaidQuestion: {
        title: 'Cancel this order?',
        text: 'It can no longer be paid, and its pieces will be available for sale again.',
        confirm: 'Yes, cancel it',
        cancel: 'Go back',
      },
      paidQuestion: (amount: string, name: string) => ({
        title: `Cancel and refund ${amount}?`,
        text: `${name} gets ${amount} back, and all pieces are restocked. This cannot be undone.`,
        confirm: 'Yes, refund it',
        cancel: 'Go back',
      }),
      declineQuestion: {
        title: 'Decline this request?',
        text: 'The order will be processed as planned.',
        confirm: 'Decline',
        cancel: 'Go back',
        losesNothing: true,
      },
      field: { label: 'Reason', hint: 'The buyer will see it.' },
    },
    done: {
      canceled: 'The order has been canceled.',
      requested: 'We have your request and will email you our decision.',
      declined: 'The request was declined, and we have emailed the buyer.',
      refunding: 'The refund is in progress. The order will be canceled as soon as the card provider accepts it.',
      failed:
        'The card provider did not accept the refund, so the order is not canceled. See the list of refunds for the reason.',
    },
  },
} as const;
