import { eq, sql } from 'drizzle-orm';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { AuditValues } from '#src/platform/audit/tables.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import type { Db, Queryable, Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { checkVersion } from '#src/platform/version-check.server.ts';
import { dropUndefined } from '#src/shared/drop-undefined.ts';
import { minorToDecimal } from '#src/shared/money.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import {
  type ChangedShipping,
  failWithoutVersion,
  inShipping,
  isSameName,
  pickChanged,
} from './change-shipping.server.ts';
import { checkMethod, type MethodValues } from './check-method.ts';
import type { MethodChange, SentMethod, WireMethod } from './contract.ts';
import { METHOD_KIND_LABELS, methodSentences as sentences } from './copy.ts';
import { listMethodRows, listZoneRows, type MethodRow, type ZoneRow } from './queries.server.ts';
import { MAX_METHODS } from './rules.ts';
import { shippingMethods } from './tables.server.ts';
import { formatGrams } from './weights.ts';

export async function listWireMethods(db: Queryable): Promise<WireMethod[]> {
  return (await listMethodRows(db)).map(toWireMethod);
}

/** Adds a method as the last one and returns its id. */
export function addMethod(db: Db, by: Caller, sent: SentMethod): Promise<Outcome<string>> {
  return inShipping(db, async (tx) => {
    const [methods, zones] = [await listMethodRows(tx), await listZoneRows(tx)];
    if (methods.length >= MAX_METHODS) return fail('invalid', { fields: { name: sentences.full(MAX_METHODS) } });
    const { method, errors } = checkMethod(sent);
    if (errors) return fail('invalid', { fields: errors });
    const failure = checkNeighbors(method, methods, zones);
    if (failure) return failure;
    const id = newIdentifier();
    await tx.insert(shippingMethods).values({ ...method, id, position: methods.length + 1 });
    await recordAuditEvents(tx, {
      by,
      action: 'shipping_method.added',
      id,
      name: method.name,
      after: toAuditValues(method, zones),
    });
    return ok(id);
  });
}

/** Changes or moves a method if it still has the version that was read. The method is checked as a whole. */
export function changeMethod(
  db: Db,
  by: Caller,
  id: string,
  version: number | undefined,
  { position, ...change }: MethodChange,
): Promise<Outcome<ChangedShipping>> {
  return inShipping(db, async (tx) => {
    const [methods, zones] = [await listMethodRows(tx), await listZoneRows(tx)];
    const row = methods.find((one) => one.id === id);
    if (!row) return fail('not_found', { detail: sentences.notFound });
    const { method, errors } = checkMethod({ ...toSent(row), ...dropUndefined(change) }, row);
    if (errors) return fail('invalid', { fields: errors });
    const others = methods.filter((one) => one !== row);
    const failure = checkNeighbors(method, others, zones);
    if (failure) return failure;
    const place = Math.min(position ?? row.position, methods.length);
    const [before, after] = [row, method].map((one) => toAuditValues(one, zones)) as [AuditValues, AuditValues];
    const changes = pickChanged({ ...before, position: row.position }, { ...after, position: place });
    // The same request was sent again because its first response was lost.
    if (Object.keys(changes.after).length === 0) return ok({ modified: 0, version: row.version });
    if (version === undefined) return failWithoutVersion('method');
    const conflict = await checkVersion('shipping_method', { read: version, now: row.version }, () => ({
      shipping_method: toWireMethod(row),
    }));
    if (conflict) return conflict;
    await tx
      .update(shippingMethods)
      .set({ ...method, version: row.version + 1, changedAt: sql`now()` })
      .where(eq(shippingMethods.id, id));
    if (place !== row.position) await numberMethods(tx, others.map((one) => one.id).toSpliced(place - 1, 0, id));
    await recordAuditEvents(tx, { by, action: 'shipping_method.changed', id, name: row.name, ...changes });
    return ok({ modified: 1, version: row.version + 1 });
  });
}

export function deleteMethod(db: Db, by: Caller, id: string): Promise<Outcome<void>> {
  return inShipping(db, async (tx) => {
    const [methods, zones] = [await listMethodRows(tx), await listZoneRows(tx)];
    const row = methods.find((one) => one.id === id);
    if (!row) return fail('not_found', { detail: sentences.notFound });
    await tx.delete(shippingMethods).where(eq(shippingMethods.id, id));
    await numberMethods(
      tx,
      methods.filter((one) => one !== row).map((one) => one.id),
    );
    await recordAuditEvents(tx, {
      by,
      action: 'shipping_method.deleted',
      id,
      name: row.name,
      before: toAuditValues(row, zones),
    });
    return ok(undefined);
  });
}

/** What of a method the other methods and the zones do not allow. */
function checkNeighbors(
  { name, zoneId }: MethodValues,
  others: readonly MethodRow[],
  zones: readonly ZoneRow[],
): Failure | null {
  if (zoneId !== null && !zones.some(({ id }) => id === zoneId))
    return fail('invalid', { fields: { zoneId: sentences.noSuchZone } });
  if (others.some((one) => one.zoneId === zoneId && isSameName(one.name, name)))
    return fail('invalid', { fields: { name: sentences.nameTaken(name) } });
  return null;
}

/** Gives the methods their positions, from 1. A version does not change when another method moves. */
async function numberMethods(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update ${shippingMethods} m set position = o.position
    from unnest(${sql.param(ids)}::text[]) with ordinality as o (id, position)
    where m.id = o.id and m.position <> o.position`);
}

const formatMeasure = ({ kind, weightUnit }: Pick<MethodValues, 'kind' | 'weightUnit'>, measure: number) =>
  kind === 'by_weight' ? formatGrams(measure, weightUnit) : minorToDecimal(measure);

/** The fields of a method as an owner would send them. */
function toSent(method: MethodValues) {
  const { name, zoneId, kind, rates, upTo, freeFromMinor, handlingMinor, weightUnit, isActive } = method;
  const { daysMin, daysMax, pickupAddress, pickupHours } = method;
  return {
    name,
    zoneId,
    kind,
    rates: rates.map(({ from, priceMinor }) => ({
      from: formatMeasure(method, from),
      price: minorToDecimal(priceMinor),
    })),
    upTo: upTo === null ? null : formatMeasure(method, upTo),
    freeFrom: freeFromMinor === null ? null : minorToDecimal(freeFromMinor),
    handling: minorToDecimal(handlingMinor),
    daysMin,
    daysMax,
    pickupAddress,
    pickupHours,
    weightUnit,
    active: isActive,
  } satisfies Omit<WireMethod, '_id' | 'position' | 'version'>;
}

const toWireMethod = (row: MethodRow): WireMethod => ({
  _id: row.id,
  ...toSent(row),
  position: row.position,
  version: row.version,
});

function toAuditValues(method: MethodValues, zones: readonly ZoneRow[]): AuditValues {
  const { zoneId, kind, rates, ...rest } = toSent(method);
  return {
    ...rest,
    pricing: METHOD_KIND_LABELS[kind],
    zone: zones.find(({ id }) => id === zoneId)?.name ?? null,
    rates: rates.map(({ from, price }) => (kind === 'flat' ? price : `${from}: ${price}`)).join('; '),
  };
}
