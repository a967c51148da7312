import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { makeId } from './ids.server.ts';
import { type Ledger, lockIntent, recordEvent } from './ledger.server.ts';
import { disputeObject } from './money-objects.server.ts';
import type { updateDisputeParams } from './params.server.ts';
import { badParam, done, noSuch, type Outcome } from './problem.server.ts';
import { type ChargeRow, charges, type DisputeRow, disputes } from './tables.server.ts';

/** A bank that takes the money back, or only asks first. */
export interface NewDispute {
  reason: string;
  inquiry: boolean;
}

/** What a cardholder's bank does: nobody asks the shop. The charge must not be disputed yet. */
export async function openDispute(ledger: Ledger, charge: ChargeRow, { reason, inquiry }: NewDispute): Promise<void> {
  await ledger.tx.update(charges).set({ disputed: true }).where(eq(charges.id, charge.id));
  const [dispute] = await ledger.tx
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
  await recordEvent(ledger, 'charge.dispute.created', charge.paymentIntent, disputeObject(dispute));
  if (!inquiry)
    await recordEvent(ledger, 'charge.dispute.funds_withdrawn', charge.paymentIntent, disputeObject(dispute));
}

const OPEN = ['needs_response', 'warning_needs_response'];

/** Answers with evidence. As in Stripe's test mode two texts decide at once: `winning_evidence`, `losing_evidence`. */
export async function updateDispute(
  ledger: Ledger,
  id: string,
  params: z.infer<typeof updateDisputeParams>,
): Promise<Outcome<DisputeRow>> {
  const open = await lockOpen(ledger, id);
  if (!open.ok) return open;
  const evidence = { ...open.value.evidence, ...params.evidence };
  const [changed] = await ledger.tx.update(disputes).set({ evidence }).where(eq(disputes.id, id)).returning();
  if (!changed) throw new Error(`Dispute ${id} vanished while locked`);
  const text = evidence.uncategorized_text;
  if (text === 'winning_evidence') return done(await end(ledger, changed, 'won'));
  if (text === 'losing_evidence') return done(await end(ledger, changed, 'lost'));
  await recordEvent(ledger, 'charge.dispute.updated', changed.paymentIntent, disputeObject(changed));
  return done(changed);
}

/** Gives in. */
export async function closeDispute(ledger: Ledger, id: string): Promise<Outcome<DisputeRow>> {
  const open = await lockOpen(ledger, id);
  return open.ok ? done(await end(ledger, open.value, 'lost')) : open;
}

async function lockOpen({ tx }: Ledger, id: string): Promise<Outcome<DisputeRow>> {
  const [found] = await tx.select().from(disputes).where(eq(disputes.id, id));
  if (!found) return noSuch('dispute', id, 'dispute');
  await lockIntent(tx, found.paymentIntent);
  const [current] = await tx.select().from(disputes).where(eq(disputes.id, id));
  if (!current || !OPEN.includes(current.status)) return badParam('dispute', 'This dispute is already closed');
  return done(current);
}

async function end(ledger: Ledger, dispute: DisputeRow, verdict: 'won' | 'lost'): Promise<DisputeRow> {
  const inquiry = dispute.status === 'warning_needs_response';
  const status = inquiry ? 'warning_closed' : verdict;
  const [ended] = await ledger.tx.update(disputes).set({ status }).where(eq(disputes.id, dispute.id)).returning();
  if (!ended) throw new Error(`Dispute ${dispute.id} vanished while locked`);
  await recordEvent(ledger, 'charge.dispute.closed', ended.paymentIntent, disputeObject(ended));
  if (status === 'won')
    await recordEvent(ledger, 'charge.dispute.funds_reinstated', ended.paymentIntent, disputeObject(ended));
  return ended;
}
