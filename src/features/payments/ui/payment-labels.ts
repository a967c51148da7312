import type { ApiProblem } from '#src/shared/api-client.ts';
import { formatPieces } from '#src/shared/format-pieces.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { UNPAID } from '#src/shared/site-copy.ts';
import type { Payment } from '../contract.ts';

/** The shop's states of a payment. */
export const STATE_LABELS: Record<Payment['state'], string> = {
  creating: 'Starting',
  open: UNPAID,
  captured: 'Paid',
  canceled: 'Canceled',
  refund_due: 'Refund due',
  refunded: 'Too late: refunded',
  charged_back: 'Too late: charged back',
};

/** The provider's statuses of an intent. A status that is missing here is shown by the provider's name for it. */
export const PROVIDER_STATUS_LABELS: Record<string, string> = {
  requires_payment_method: 'Waiting for a card',
  requires_confirmation: 'Waiting for the buyer',
  requires_action: 'Waiting for 3-D Secure',
  processing: 'Processing',
  succeeded: 'Succeeded',
  canceled: 'Canceled',
  unknown: 'Not found',
};

const DIFFERENCE_TEXTS: Record<Payment['differences'][number], string> = {
  state: 'The shop and the card provider show different states. Sync this payment to fix it.',
  unknown_there: 'The card provider does not recognize this payment. It was made with different API keys.',
  refund_failed: 'A refund did not reach the bank. Please check the provider’s dashboard.',
};

/** The size of an order: its pieces, or how many lines follow the first. */
export function describeLines(lineCount: number, quantity: number): string {
  const more = lineCount - 1;
  if (more > 0) return more === 1 ? 'and 1 more tool' : `and ${formatCount(more)} more tools`;
  return formatPieces(quantity);
}

/** Sentences that say what is wrong with a payment and what to do about it. */
export function describeDifferences({
  differences,
  stuckEvents,
}: Pick<Payment, 'differences' | 'stuckEvents'>): string[] {
  const texts = differences.map((difference) => DIFFERENCE_TEXTS[difference]);
  if (stuckEvents === 0) return texts;
  const events = stuckEvents === 1 ? 'An event' : `${stuckEvents} events`;
  return [...texts, `${events} from the card provider could not be processed. Sync this payment to catch up.`];
}

/** A sentence for admins that says why a payment could not be synced with the provider. */
export function describeSyncError({ code, detail }: Pick<ApiProblem, 'code' | 'detail'>): string {
  if (code !== 'provider_unavailable') return detail;
  return 'The card provider could not be reached. Nothing was changed. See the System page, and try again in a moment.';
}

/** A sentence about stuck webhook events that belong to no payment. */
export function describeUnmatchedEvents(count: number): string {
  const events = count === 1 ? 'An event' : `${count} events`;
  return `${events} from the card provider could not be matched to a payment of this shop. Please send ${count === 1 ? 'it' : 'them'} again from the provider’s dashboard, or see the shop’s log.`;
}
