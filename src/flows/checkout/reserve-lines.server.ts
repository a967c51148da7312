import { listToolTags } from '#src/features/catalogue/tool/cache-tags.ts';
import {
  listToolsToOrder,
  recallToolsToOrder,
  type ToolToOrder,
} from '#src/features/catalogue/tool/tools-to-order.server.ts';
import { isUserDisabled } from '#src/features/identity/roles.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { publishChange } from '#src/platform/database.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import type { ChargedPurchase } from '#src/shared/totals/purchase-charges.ts';
import { refuseUnpaidOrder } from './bound-unpaid-orders.server.ts';
import {
  type InsertedPurchase,
  insertPurchase,
  type LineToPlace,
  type NewPurchaseValues,
  type PlacingKey,
  type PurchaseTexts,
} from './insert-purchase.server.ts';

export interface Reservation<T> {
  lines: readonly { toolId: string; quantity: number }[];
  /**
   * The tool of each line, or the reason why these tools can't be ordered like this. A tool that does not exist is
   * null.
   */
  check(tools: (ToolToOrder | null)[]): Outcome<ToolToOrder[]>;
  /** What these tools cost with tax and shipping, or why they can't be ordered at that. */
  charge(lines: readonly LineToPlace[]): Promise<Outcome<ChargedPurchase>>;
  idempotency: PlacingKey | null;
  /** The result of the first request with the same key. */
  getPreviousResult(): Promise<Outcome<T> | null>;
  toResult(inserted: InsertedPurchase): T;
  texts?: PurchaseTexts;
  /** See `NewPurchaseValues`. */
  basketVersion?: number | undefined;
}

/** If a tool is being edited, an order tries again, but not forever. */
const MAX_ATTEMPTS = 5;

/**
 * Takes the stock of all lines and stores the purchase, or does neither. A customer who is too late learns the current
 * terms. Call it through `doOnce`: here, a repeated idempotency key only decides what a refusal says.
 */
export async function reserveLines<T>(
  context: AppContext,
  caller: Caller,
  { lines, check, charge, getPreviousResult, ...reservation }: Reservation<T>,
): Promise<Outcome<T>> {
  const toolIds = lines.map(({ toolId }) => toolId);
  for (let attempt = 1; ; attempt += 1) {
    // The first attempt uses the tools as they were last read, which saves a round trip. If they have changed since,
    // nothing is placed.
    const readTools = attempt === 1 ? recallToolsToOrder : listToolsToOrder;
    const tools = check(await readTools(context.db, toolIds));
    if (!tools.ok) {
      if (attempt === 1) continue;
      // A concurrent request with the same key may have taken the last pieces. Then its result is also ours.
      return (await getPreviousResult()) ?? tools;
    }
    const toPlace = tools.value.map((tool, at) => ({ tool, quantity: lines[at]?.quantity ?? 0 }));
    const charged = await charge(toPlace);
    if (!charged.ok) {
      // Other tools would not help, and the buyer has waited for the tax service once.
      const isFinal = ['tax_unavailable', 'too_many_requests', 'busy'].includes(charged.code);
      if (attempt === 1 && !isFinal) continue;
      return (await getPreviousResult()) ?? charged;
    }
    const inserted = await tryToInsert(context, caller, {
      lines: toPlace,
      charged: charged.value,
      idempotency: reservation.idempotency,
      texts: reservation.texts ?? NO_TEXTS,
      basketVersion: reservation.basketVersion,
    });
    if (inserted === 'duplicate') return (await getPreviousResult()) ?? fail('idempotency_key_reused');
    if (inserted === 'account' || inserted === 'network')
      return (await getPreviousResult()) ?? refuseUnpaidOrder(context, caller, inserted, lines.length);
    if (inserted === 'currency') {
      await context.shopSettings.reload();
      return fail('currency_changed');
    }
    if (inserted === 'basket') return (await getPreviousResult()) ?? fail('basket_changed');
    if (inserted !== 'not_placed') return ok(reservation.toResult(inserted));
    if (await isUserDisabled(context.db, caller.userId)) return fail('account_disabled');
    // Another customer was faster, or an admin has changed a tool. The next attempt uses the current terms.
    if (attempt === MAX_ATTEMPTS) return (await getPreviousResult()) ?? fail('out_of_stock');
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
    if (typeof inserted !== 'string') publishChange(context.db, tags);
    return inserted;
  } catch (error) {
    // The purchase may be committed although its result was lost, and cached pages must not be older than it.
    publishChange(context.db, tags);
    throw error;
  }
}
