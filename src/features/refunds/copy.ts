import { formatMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { RefundState } from './rules.ts';

const pieces = (count: number) => `${formatCount(count)} ${count === 1 ? 'piece' : 'pieces'}`;

/** The texts of refunds and cancellations. */
export const refundCopy = {
  states: {
    requested: 'Not at the card provider yet',
    pending: 'The bank works on it',
    succeeded: 'Refunded',
    failed: 'Failed',
  } satisfies Record<RefundState, string>,
  list: {
    title: 'Refunds',
    empty: 'Nothing was refunded yet.',
    atProvider: 'Made in the card provider’s dashboard',
    by: (name: string) => `by ${name}`,
    pieces: (count: number, itemName: string) => `${formatCount(count)} × ${itemName}`,
    shipped: (count: number) => `${formatCount(count)} had shipped`,
    restocked: (count: number) => `${formatCount(count)} back on the shelf`,
    retry: 'Try again',
    dismiss: 'Dealt with',
    dismissed: 'Dealt with: it is counted no more.',
  },
  dialog: {
    open: 'Refund',
    close: 'Close',
    loading: 'Loading the order …',
    failed: 'The order could not be loaded',
  },
  form: {
    label: 'Refund',
    left: 'Left of the payment',
    nothingLeft: 'All of this payment was refunded, or is being refunded.',
    what: 'What to refund',
    whats: {
      all: 'Everything that is left',
      lines: 'Some pieces',
      amount: 'An amount, without pieces',
    },
    linesLabel: 'Pieces',
    quantityHint: (left: number, unit: string) =>
      left === 0 ? 'All of them are refunded.' : `${pieces(left)} left, ${unit} each`,
    shippedPieces: (itemName: string) => `Of these ${itemName}, how many had shipped`,
    shippedPiecesHint: 'The others are not sent any more.',
    amount: 'Amount in US dollars',
    amountForLines: 'Other amount for these pieces',
    amountForLinesHint: 'Leave it empty to give back their price.',
    restock: 'Back to the shelf',
    restocks: { unshipped: 'Those that have not shipped', all: 'All of them', none: 'None of them' },
    /** Where nothing has shipped. */
    restocksOfUnshipped: { unshipped: 'All of them', none: 'None of them' },
    reason: 'Reason',
    reasonHint: 'The buyer reads it, in the mail and on the order.',
    getsBack: (name: string) => `${name} gets back`,
    submit: 'Refund …',
    noPieces: 'Please choose at least one piece.',
    noAmount: 'Please enter an amount in dollars, such as 10.00.',
    tooMuch: (leftCents: number) => `At most ${formatMoney(leftCents)} is left.`,
    noReason: 'Please say why. The buyer reads it.',
    question: (amount: string, name: string, count: number) => ({
      title: `Refund ${amount}?`,
      text: `${name} gets ${amount} back to the card that paid this order${count > 0 ? `, for ${pieces(count)}` : ''}. This cannot be undone.`,
      confirm: 'Yes, refund it',
      cancel: 'Go back',
    }),
    done: {
      succeeded: (amount: string) => `${amount} was refunded. The buyer has an e-mail about it.`,
      pending: (amount: string) =>
        `The bank works on the refund of ${amount}. The buyer gets an e-mail once it is made.`,
      requested: (amount: string) =>
        `The refund of ${amount} is stored. The card provider cannot be reached just now, and is asked again by itself.`,
    },
  },
  cancel: {
    buyer: {
      unpaid: 'Cancel order',
      paid: 'Ask to cancel',
      unpaidQuestion: {
        title: 'Cancel this order?',
        text: 'Its pieces go back to the shelf for others. Nothing was charged.',
        confirm: 'Yes, cancel it',
        cancel: 'Keep it',
      },
      paidQuestion: {
        title: 'Ask us to cancel this order?',
        text: 'It is paid. We look at your request before anything ships, and write to you.',
        confirm: 'Ask to cancel',
        cancel: 'Keep it',
      },
      field: { label: 'Why', hint: 'We read it.' },
      asked: 'You have asked us to cancel this order. We write to you when it is decided.',
    },
    owner: {
      unpaid: 'Cancel order',
      paid: 'Cancel and refund',
      confirm: 'Confirm and refund',
      decline: 'Decline',
      asks: (name: string) => `${name} asks to cancel this order.`,
      noReason: 'No reason was given.',
      unpaidQuestion: {
        title: 'Cancel this order?',
        text: 'Nobody can pay it any more, and its pieces go back to the shelf.',
        confirm: 'Yes, cancel it',
        cancel: 'Go back',
      },
      paidQuestion: (amount: string, name: string) => ({
        title: `Cancel and refund ${amount}?`,
        text: `${name} gets ${amount} back, and all pieces go back to the shelf. This cannot be undone.`,
        confirm: 'Yes, refund it',
        cancel: 'Go back',
      }),
      declineQuestion: {
        title: 'Decline to cancel?',
        text: 'The order goes on as before.',
        confirm: 'Decline',
        cancel: 'Go back',
      },
      field: { label: 'Reason', hint: 'The buyer reads it.' },
    },
    done: {
      canceled: 'The order is canceled.',
      requested: 'We have your request, and write to you when it is decided.',
      declined: 'The request is declined, and the buyer has an e-mail about it.',
      refunding: 'The refund is under way. The order is canceled as soon as the card provider has taken it.',
      failed: 'The card provider did not take the refund. The order goes on as before; the list of refunds says why.',
    },
  },
} as const;
