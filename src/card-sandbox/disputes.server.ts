import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { toDisputeObject } from './charge-objects.server.ts';
import { makeId } from './ids.server.ts';
import type { updateDisputeParams } from './params.server.ts';
import { lockIntent, recordEvent, type WriteContext } from './store.server.ts';
import { invalidParam, resourceMissing, type StripeResult, stripeOk } from './stripe-error.server.ts';
import { type ChargeRow, charges, type DisputeRow, disputes } from './tables.server.ts';

/** The bank takes the money back; with `inquiry` it only asks first. */
export interface NewDispute {
  reason: string;
  inquiry: boolean;
}

/** The cardholder's bank disputes a charge, which must not be disputed yet. */
export async function openDispute(
  context: WriteContext,
  charge: ChargeRow,
  { reason, inquiry }: NewDispute,
): Promise<void> {
  await context.tx.update(charges).set({ disputed: true }).where(eq(charges.id, charge.id));
  const [dispute] = await context.tx
    .insert(disputes)
    .values({
      id: makeId('du'),
      charge: charge.id,
      paymentIntent: charge.paymentIntent,
      amount: charge.amount,
      currency: charge.currency,
      reason,
      status: inquiry ? 'warning_needs_response' : 'needs_response',
      dueBy: sql`date_trunc('day', now()) + interval '8 days'`,
    })
    .returning();
  if (!dispute) throw new Error(`The dispute of ${charge.id} was not written`);
  await recordEvent(context, 'charge.dispute.created', charge.paymentIntent, toDisputeObject(dispute));
  if (!inquiry)
    await recordEvent(context, 'charge.dispute.funds_withdrawn', charge.paymentIntent, toDisputeObject(dispute));
}

const OPEN = ['needs_response', 'warning_needs_response'];

/** Stores evidence. As in Stripe's test mode two texts decide at once: `winning_evidence`, `losing_evidence`. */
export async function updateDispute(
  context: WriteContext,
  id: string,
  params: z.infer<typeof updateDisputeParams>,
): Promise<StripeResult<DisputeRow>> {
  const open = await lockOpen(context, id);
  if (!open.ok) return open;
  const evidence = { ...open.value.evidence, ...params.evidence };
  const [changed] = await context.tx.update(disputes).set({ evidence }).where(eq(disputes.id, id)).returning();
  if (!changed) throw new Error(`Dispute ${id} vanished while locked`);
  const text = evidence.uncategorized_text;
  if (text === 'winning_evidence') return stripeOk(await end(context, changed, 'won'));
  if (text === 'losing_evidence') return stripeOk(await end(context, changed, 'lost'));
  await recordEvent(context, 'charge.dispute.updated', changed.paymentIntent, toDisputeObject(changed));
  return stripeOk(changed);
}

/** Accepts the dispute: it is lost. */
export async function closeDispute(context: WriteContext, id: string): Promise<StripeResult<DisputeRow>> {
  const open = await lockOpen(context, id);
  return open.ok ? stripeOk(await end(context, open.value, 'lost')) : open;
}

async function lockOpen({ tx }: WriteContext, id: string): Promise<StripeResult<DisputeRow>> {
  const [found] = await tx.select().from(disputes).where(eq(disputes.id, id));
  if (!found) return resourceMissing('dispute', id, 'dispute');
  await lockIntent(tx, found.paymentIntent);
  const [current] = await tx.select().from(disputes).where(eq(disputes.id, id));
  if (!current || !OPEN.includes(current.status)) return invalidParam('dispute', 'This dispute is already closed');
  return stripeOk(current);
}

async function end(context: WriteContext, dispute: DisputeRow, verdict: 'won' | 'lost'): Promise<DisputeRow> {
  const inquiry = dispute.status === 'warning_needs_response';
  const status = inquiry ? 'warning_closed' : verdict;
  const [ended] = await context.tx.update(disputes).set({ status }).where(eq(disputes.id, dispute.id)).returning();
  if (!ended) throw new Error(`Dispute ${dispute.id} vanished while locked`);
  await recordEvent(context, 'charge.dispute.closed', ended.paymentIntent, toDisputeObject(ended));
  if (status === 'won')
    await recordEvent(context, 'charge.dispute.funds_reinstated', ended.paymentIntent, toDisputeObject(ended));
  return ended;
}
