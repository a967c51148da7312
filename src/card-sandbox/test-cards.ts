/** How a card behaves once it is charged. */
type CardBehavior =
  | 'approve'
  | 'decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'authenticate'
  | 'authenticate_then_decline'
  | 'dispute_fraudulent'
  | 'dispute_not_received'
  | 'dispute_inquiry'
  | 'refund_pending'
  | 'refund_fails';

/** Stripe's published test numbers. No other number is ever accepted. */
export const TEST_CARDS: Record<string, CardBehavior> = {
  '4242424242424242': 'approve',
  '4000056655665556': 'approve',
  '5555555555554444': 'approve',
  '2223003122003222': 'approve',
  '5200828282828210': 'approve',
  '378282246310005': 'approve',
  '371449635398431': 'approve',
  '6011111111111117': 'approve',
  '3056930009020004': 'approve',
  '36227206271667': 'approve',
  '3566002020360505': 'approve',
  '6200000000000005': 'approve',
  '4000000000000002': 'decline',
  '4000000000009995': 'insufficient_funds',
  '4000000000009987': 'lost_card',
  '4000000000009979': 'stolen_card',
  '4000000000000069': 'expired_card',
  '4000000000000127': 'incorrect_cvc',
  '4000000000000119': 'processing_error',
  '4000002500003155': 'authenticate',
  '4000002760003184': 'authenticate',
  '4000008400001629': 'authenticate_then_decline',
  '4000000000000259': 'dispute_fraudulent',
  '4000000000002685': 'dispute_not_received',
  '4000000000001976': 'dispute_inquiry',
  '4000000000007726': 'refund_pending',
  '4000000000005126': 'refund_fails',
};

const DISPUTES: Record<string, { reason: string; inquiry: boolean }> = {
  dispute_fraudulent: { reason: 'fraudulent', inquiry: false },
  dispute_not_received: { reason: 'product_not_received', inquiry: false },
  dispute_inquiry: { reason: 'fraudulent', inquiry: true },
};

/** The dispute that follows at once when such a card has paid; null for all others. */
export function getTestDispute(behavior: string): { reason: string; inquiry: boolean } | null {
  return DISPUTES[behavior] ?? null;
}

/** How a refund to a card begins, and how the bank settles it some seconds later. */
interface SlowRefund {
  status: 'pending' | 'succeeded';
  settlesAs: 'succeeded' | 'failed';
}

const SLOW_REFUNDS: Record<string, SlowRefund> = {
  refund_pending: { status: 'pending', settlesAs: 'succeeded' },
  refund_fails: { status: 'succeeded', settlesAs: 'failed' },
};

/** The course of a refund to such a card; null for all others, whose refunds succeed at once. */
export function getSlowRefund(behavior: string): SlowRefund | null {
  return SLOW_REFUNDS[behavior] ?? null;
}

/** Stripe's preset payment methods for tests that have no browser; each use makes a new payment method. */
export const TEST_PAYMENT_METHODS: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_threeDSecure2Required: '4000002760003184',
  pm_card_createDispute: '4000000000000259',
  pm_card_createDisputeProductNotReceived: '4000000000002685',
  pm_card_createDisputeInquiry: '4000000000001976',
  pm_card_pendingRefund: '4000000000007726',
  pm_card_refundFail: '4000000000005126',
  pm_card_threeDSecureRequiredChargeDeclined: '4000008400001629',
};

export interface Decline {
  type: 'card_error' | 'invalid_request_error';
  code: string;
  decline_code?: string;
  message: string;
}

const declined = (decline_code: string): Decline => ({
  type: 'card_error',
  code: 'card_declined',
  decline_code,
  message: 'Your card was declined.',
});

export const DECLINES = {
  decline: declined('generic_decline'),
  lost_card: declined('lost_card'),
  stolen_card: declined('stolen_card'),
  insufficient_funds: { ...declined('insufficient_funds'), message: 'Your card has insufficient funds.' },
  expired_card: { type: 'card_error', code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: { type: 'card_error', code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  processing_error: {
    type: 'card_error',
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authentication_required: {
    type: 'card_error',
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  authentication_failed: {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
} satisfies Record<string, Decline>;

export const NOT_A_TEST_CARD: Decline = {
  ...declined('test_mode_live_card'),
  message:
    'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
};

type Verdict = { kind: 'approve' } | { kind: 'decline'; decline: Decline } | { kind: 'challenge' };

/** What happens when the card is charged, before or after its holder has passed 3-D Secure. */
export function decideCharge(behavior: string, authenticated: boolean): Verdict {
  switch (behavior as CardBehavior) {
    case 'approve':
    case 'dispute_fraudulent':
    case 'dispute_not_received':
    case 'dispute_inquiry':
    case 'refund_pending':
    case 'refund_fails':
      return { kind: 'approve' };
    case 'authenticate':
      return authenticated ? { kind: 'approve' } : { kind: 'challenge' };
    case 'authenticate_then_decline':
      return authenticated ? { kind: 'decline', decline: DECLINES.decline } : { kind: 'challenge' };
    default:
      return { kind: 'decline', decline: DECLINES[behavior as keyof typeof DECLINES] ?? DECLINES.decline };
  }
}
