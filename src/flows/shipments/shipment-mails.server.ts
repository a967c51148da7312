import { listStandingLines, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import { getTrackingUrl, nameCarrier } from '#src/features/shipments/carriers.ts';
import type { OrderPieces } from '#src/features/shipments/queries.server.ts';
import { countShippable, UNDO_SECONDS } from '#src/features/shipments/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { queuePurchaseMail } from '#src/flows/purchases/purchase-mails.server.ts';
import type { Tx } from '#src/platform/database.server.ts';

/** What shipping works with. */
export type ShipmentContext = Pick<AppContext, 'db' | 'initialMailState' | 'notify' | 'getCompany'>;

interface ShipmentToTell {
  id: string;
  carrier: string;
  tracking: string;
  pieces: readonly OrderPieces[];
}

/** Tells a buyer what was shipped and what is still to come. The mail waits until an undo would leave a trace. */
export async function queueShippedMail(
  tx: Tx,
  context: ShipmentContext,
  locked: PurchaseWithLines,
  { id, carrier, tracking, pieces }: ShipmentToTell,
): Promise<void> {
  const trackingUrl = getTrackingUrl(carrier, tracking);
  const left = new Map(pieces.map(({ order, quantity }) => [order, quantity]));
  const toCome = locked.lines
    .map((line) => ({ itemName: line.itemName, quantity: countShippable(line) - (left.get(line.id) ?? 0) }))
    .filter(({ quantity }) => quantity > 0);
  await queuePurchaseMail(tx, context, toPart(locked, pieces), {
    kind: 'order_shipped',
    dedupeKey: id,
    delaySeconds: UNDO_SECONDS,
    data: {
      ...(carrier ? { carrier: nameCarrier(carrier) } : {}),
      ...(tracking ? { tracking } : {}),
      ...(trackingUrl ? { trackingUrl } : {}),
      ...(toCome.length > 0 ? { toCome } : {}),
      ...(locked.purchase.cancelRequestedAt ? { askedToCancel: true } : {}),
    },
  });
}

/** Tells a buyer what was not shipped after all, why, and whether it is still to come. `locked` is as it is now. */
export async function queueCorrectionMail(
  tx: Tx,
  context: ShipmentContext,
  locked: PurchaseWithLines,
  { id, pieces, reason }: { id: string; pieces: readonly OrderPieces[]; reason: string },
): Promise<void> {
  const isToCome = locked.lines.some(
    (line) => countShippable(line) > 0 && pieces.some(({ order }) => order === line.id),
  );
  const data = { reason, ...(isToCome ? {} : { isRefunded: true }) };
  const mail = { kind: 'shipment_corrected' as const, dedupeKey: id, data };
  await queuePurchaseMail(tx, context, toPart(locked, pieces), mail);
}

/** The purchase reduced to these pieces: with its tax and shipping if that is all of it, else by the value of goods. */
function toPart(
  { purchase, lines }: PurchaseWithLines,
  pieces: readonly OrderPieces[],
): PurchaseWithLines & { isPart: boolean } {
  const quantities = new Map(pieces.map(({ order, quantity }) => [order, quantity]));
  const parts = lines.flatMap((line) => {
    const quantity = quantities.get(line.id);
    return quantity ? [{ ...line, quantity, totalMinor: quantity * line.unitPriceMinor }] : [];
  });
  const isWhole = listStandingLines({ purchase, lines }).every(({ id, quantity }) => quantities.get(id) === quantity);
  if (isWhole && purchase.charges) return { purchase, lines: parts, isPart: false };
  return {
    isPart: purchase.charges !== null,
    purchase: { ...purchase, totalMinor: parts.reduce((sum, { totalMinor }) => sum + totalMinor, 0) },
    lines: parts,
  };
}
