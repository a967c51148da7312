import type { ToolToOrder } from '#src/features/catalogue/queries.server.ts';
import { listToolTags } from '#src/features/catalogue/service.server.ts';
import { isUserDisabled } from '#src/features/identity/roles.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { isUniqueViolation } from '#src/platform/database.server.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { refuseUnpaidOrder } from './bound-unpaid-orders.server.ts';
import {
  type Idempotency,
  type InsertedPurchase,
  insertPurchase,
  type NewPurchaseValues,
  type PurchaseTexts,
} from './insert-purchase.server.ts';

export interface Reservation<T> {
  lines: readonly { toolId: string; quantity: number }[];
  /** Each line's tool as it was just read, in the order of the lines. */
  tools: ToolToOrder[];
  /** Reads them again; null when one is no longer there. */
  readTools(): Promise<ToolToOrder[] | null>;
  /** Why these tools cannot be ordered like this, or null. */
  check(tools: ToolToOrder[]): Failure | null;
  idempotency: Idempotency | null;
  /** The result of the first request with the same key. */
  getPreviousResult(): Promise<Outcome<T> | null>;
  toResult(inserted: InsertedPurchase): T;
  texts?: PurchaseTexts;
}

/** A tool that is edited just then makes an order look again, but not forever. */
const MAX_ATTEMPTS = 4;

/**
 * Takes the stock of all lines and stores the purchase, or does neither. Whoever is too late is told what holds now. A
 * repeated idempotency key gets the first result.
 */
export async function reserveLines<T>(
  context: AppContext,
  caller: Caller,
  reservation: Reservation<T>,
): Promise<Outcome<T>> {
  const { lines, readTools, check, getPreviousResult } = reservation;
  let { tools } = reservation;
  for (let attempt = 1; ; attempt += 1) {
    const failure = check(tools);
    // A concurrent request with the same key may have taken the last pieces: then its result is also ours.
    if (failure) return (await getPreviousResult()) ?? failure;
    const inserted = await tryToInsert(context, caller, {
      lines: tools.map((tool, at) => ({ tool, quantity: lines[at]?.quantity ?? 0 })),
      idempotency: reservation.idempotency,
      texts: reservation.texts ?? NO_TEXTS,
    });
    if (inserted === 'duplicate') return (await getPreviousResult()) ?? fail('idempotency_key_reused');
    if (inserted === 'account' || inserted === 'network')
      return (await getPreviousResult()) ?? refuseUnpaidOrder(context, caller, inserted, lines.length);
    if (inserted !== 'not_placed') return ok(reservation.toResult(inserted));
    if (await isUserDisabled(context.db, caller.userId)) return fail('account_disabled');
    // Another customer was faster, or an admin has changed a tool: the next attempt names what holds now.
    const now = await readTools();
    if (!now || attempt === MAX_ATTEMPTS) return (await getPreviousResult()) ?? fail('out_of_stock');
    tools = now;
  }
}

const NO_TEXTS: PurchaseTexts = { delivery: null, billing: null, poNumber: '', note: '' };

async function tryToInsert(
  context: AppContext,
  caller: Caller,
  values: NewPurchaseValues,
): ReturnType<typeof insertPurchase> {
  const tags = [...new Set(values.lines.flatMap(({ tool }) => listToolTags(tool.id)))];
  try {
    const inserted = await insertPurchase(context, caller, values);
    if (typeof inserted !== 'string') context.responseCache.invalidate(...tags);
    return inserted;
  } catch (error) {
    // The purchase may be committed although its result was lost: cached pages must not be older than it.
    context.responseCache.invalidate(...tags);
    if (isUniqueViolation(error, 'orders_idempotency') || isUniqueViolation(error, 'purchases_idempotency'))
      return 'duplicate';
    throw error;
  }
}
