/** The texts of paying by card, besides those that the specification fixes (`src/shared/copy.ts`). */
export const paymentCopy = {
  form: 'Card payment',
  card: 'Card',
  preparing: 'Preparing the card form …',
  amount: 'Amount',
  notStarted: 'The payment could not be started',
  /** Only where the card provider sends no sentence. For a declined card it sends one, which is shown instead. */
  notAccepted: 'The card provider did not accept the payment. Please try again.',
  /** After the provider's sentence about a card. */
  notCharged: 'Nothing was charged. Please check the card, or use another one.',
  delayed: 'Your payment went through and is being recorded. Please do not pay again. This page keeps trying.',
  /** Before and after the transaction id. */
  notRecorded: {
    before: 'The card provider accepted the payment',
    after: (detail: string) => `, but it could not be recorded: ${detail}`,
  },
  paid: {
    next: 'We are packing your order and will email you when it ships.',
    copy: 'Copy the transaction Id',
    toOrder: 'See the order',
    nothingLeft: 'is paid. There is nothing more to pay.',
  },
};
