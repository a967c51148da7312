import type { TimelineEntry } from '#src/features/purchases/contract.ts';
import { timelineCopy as copy } from '#src/features/purchases/copy.ts';
import type { PurchaseRow } from '#src/features/purchases/queries.server.ts';
import { toRefundState } from '#src/features/refunds/rules.ts';
import { nameCarrier } from '#src/features/shipments/carriers.ts';
import type { Reader } from '#src/platform/caller.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { countFitting } from '#src/platform/response-bytes.server.ts';
import { isStaff } from '#src/shared/permissions.ts';
import { findPurchaseRow } from './read-purchases.server.ts';
import { readTimelineFacts, type TimelineFacts } from './timeline-facts.server.ts';

type Who = Pick<TimelineEntry, 'by' | 'name'>;
type Entry = Omit<TimelineEntry, 'at'> & { at: Date };

const NOBODY: Who = { by: null, name: null };
const BUYER: Who = { by: 'buyer', name: null };
const PROVIDER: Who = { by: 'provider', name: null };

/**
 * What has happened to a purchase, oldest first, from what is stored. Null if it does not exist or belongs to another
 * user. A buyer reads only what concerns them: no admin's name, no mail to anybody else, and no mail that was never
 * sent.
 */
export async function readTimeline(db: Queryable, reader: Reader, idOrNumber: string): Promise<TimelineEntry[] | null> {
  const purchase = await findPurchaseRow(db, reader, idOrNumber);
  if (!purchase) return null;
  const facts = await readTimelineFacts(db, purchase.id);
  const isShop = reader === 'shop';
  const entries = [
    ...listOwnEntries(purchase, facts),
    ...listLineEntries(purchase, facts),
    ...listShipmentEntries(facts, isShop),
    ...listRefundEntries(facts, isShop),
    // At the same moment, a mail comes after what it reports.
    ...listMailEntries(purchase, facts, isShop),
  ]
    .sort((one, other) => one.at.getTime() - other.at.getTime())
    .map((entry) => ({ ...entry, at: entry.at.toISOString(), name: isShop ? entry.name : null }));
  // If there are very many entries with long reasons, the oldest are left out, as with very many of a kind.
  return entries.slice(-countFitting(entries.toReversed()));
}

/** Placed, paid, addressed, ended: what the purchase's own row says, and who did it according to the audit log. */
function listOwnEntries(purchase: PurchaseRow, facts: TimelineFacts): Entry[] {
  const separated = facts.events.find(
    ({ action, subjectId }) => action === 'order.separated' && subjectId === purchase.id,
  );
  const entries: (Entry | null | undefined | false)[] = [
    toEntry('placed', purchase.placedAt, copy.placed, BUYER),
    separated &&
      toEntry('separated', separated.createdAt, copy.separated(String(separated.before?.purchase ?? '')), BUYER),
    purchase.paidAt && toEntry('paid', purchase.paidAt, copy.paid, BUYER),
    purchase.endedAt &&
      (purchase.state === 'expired'
        ? toEntry('expired', purchase.endedAt, copy.expired, NOBODY)
        : toEntry('canceled', purchase.endedAt, copy.canceled, findActor(facts, purchase.endedAt), purchase.endReason)),
    ...listCancelRequests(purchase, facts),
    ...facts.events
      .filter(({ action, subjectId }) => action === 'order.addressed' && subjectId === purchase.id)
      .map(({ createdAt }) => toEntry('addressed', createdAt, copy.addressed, findActor(facts, createdAt))),
  ];
  return entries.filter((entry) => !!entry);
}

/** The buyer's requests, and those that the shop declined. The purchase itself only knows an open request. */
function listCancelRequests({ id }: PurchaseRow, facts: TimelineFacts): Entry[] {
  return facts.events.flatMap((event) => {
    const isRequest = event.action === 'purchase.cancel_requested';
    if (event.subjectId !== id || !(isRequest || event.action === 'purchase.cancel_declined')) return [];
    const kind = isRequest ? 'cancel_requested' : 'cancel_declined';
    const text = isRequest ? copy.cancelRequested : copy.cancelDeclined;
    return [toEntry(kind, event.createdAt, text, toActor(facts, event), String(event.after?.reason ?? ''))];
  });
}

/** Lines that ended before the purchase did, and those shipped in a version that did not store shipments. */
function listLineEntries({ endedAt }: PurchaseRow, facts: TimelineFacts): Entry[] {
  return facts.lines.flatMap((line) => {
    const name = copy.line(line.quantity, line.itemName);
    if ((line.state === 'deleted' || line.state === 'expired') && line.endedAt?.getTime() !== endedAt?.getTime())
      return toEntry(
        'line_removed',
        line.endedAt ?? line.placedAt,
        copy.lineRemoved[line.state](name),
        findActor(facts, line.endedAt),
      );
    if (line.shippedAt && facts.shipments.length === 0)
      return toEntry('shipped', line.shippedAt, copy.shipped(line.quantity), findActor(facts, line.shippedAt), name);
    return [];
  });
}

function listMailEntries({ email }: PurchaseRow, facts: TimelineFacts, isShop: boolean): Entry[] {
  return facts.mails
    .filter(({ recipient, state }) => isShop || (recipient === email && state !== 'stored'))
    .map(({ state, subject, sentAt, createdAt, dedupeKey }) => {
      const shippedAt = facts.shipments.find(({ id }) => id === dedupeKey)?.shippedAt;
      // A mail has the time of its transaction, which began before the shipment got its own time.
      const writtenAt = shippedAt && shippedAt > createdAt ? shippedAt : createdAt;
      return toEntry('mail', sentAt ?? writtenAt, copy.mail[state](subject), NOBODY);
    });
}

/** Only the shop sees what was undone before its buyer was notified. */
function listShipmentEntries({ shipments, people }: TimelineFacts, isShop: boolean): Entry[] {
  const shown = shipments.filter(({ undoneAt, isCorrected }) => isShop || !undoneAt || isCorrected);
  return shown.flatMap((one) => [
    toEntry(
      'shipped',
      one.shippedAt,
      copy.shipped(one.pieces),
      toShop(people, one.shippedBy),
      copy.tracking(nameCarrier(one.carrier), one.tracking),
    ),
    ...(one.undoneAt
      ? [toEntry('unshipped', one.undoneAt, copy.unshipped(one.pieces), toShop(people, one.undoneBy), one.undoReason)]
      : []),
  ]);
}

/**
 * Only the shop sees refunds that the provider never accepted. The buyer was notified of those that it accepted and the
 * bank rejected later.
 */
function listRefundEntries({ refunds, foreignRefunds, people }: TimelineFacts, isShop: boolean): Entry[] {
  const entries = [
    ...refunds.map(({ state, amountMinor, requestedAt, requestedBy, settledAt, providerRefundId, reason }) => ({
      state: state === 'requested' ? ('pending' as const) : state,
      amountMinor,
      at: state === 'failed' ? (settledAt ?? requestedAt) : requestedAt,
      who: requestedBy ? toShop(people, requestedBy) : PROVIDER,
      reason: requestedBy ? reason : '',
      isKnown: state !== 'failed' || providerRefundId !== null,
    })),
    ...foreignRefunds.map(({ status, amountMinor, createdAt }) => ({
      state: toRefundState(status),
      amountMinor,
      at: createdAt,
      who: PROVIDER,
      reason: '',
      isKnown: true,
    })),
  ];
  return entries
    .filter(({ isKnown }) => isShop || isKnown)
    .map(({ state, amountMinor, at, who, reason }) =>
      toEntry('refund', at, copy.refund[state === 'succeeded' ? 'made' : state](amountMinor), who, reason),
    );
}

/** Who made a change: its record in the audit log has the same transaction, and so the same time. */
function findActor(facts: TimelineFacts, at: Date | null): Who {
  const event = facts.events.find(({ createdAt }) => createdAt.getTime() === at?.getTime());
  return event ? toActor(facts, event) : NOBODY;
}

function toActor({ people }: TimelineFacts, event: TimelineFacts['events'][number]): Who {
  if (event.actor === 'provider') return PROVIDER;
  if (event.actor !== 'user') return NOBODY;
  const name = (event.actorId && people.get(event.actorId)?.name) || event.actorEmail;
  return isStaff(event.actorRole) ? { by: 'shop', name } : BUYER;
}

function toShop(people: TimelineFacts['people'], id: string | null): Who {
  return { by: 'shop', name: (id && people.get(id)?.name) || null };
}

function toEntry(kind: TimelineEntry['kind'], at: Date, text: string, who: Who, note = ''): Entry {
  return { kind, at, text, note: note || null, ...who };
}
