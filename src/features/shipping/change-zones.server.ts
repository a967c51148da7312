import { eq, sql } from 'drizzle-orm';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { AuditValues } from '#src/platform/audit/tables.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import type { Db, Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { checkVersion } from '#src/platform/version-check.server.ts';
import { clipText } from '#src/shared/clip-text.ts';
import type { Place } from '#src/shared/postal-address/places.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import {
  type ChangedShipping,
  failWithoutVersion,
  inShipping,
  isSameName,
  pickChanged,
} from './change-shipping.server.ts';
import { checkPlaces } from './check-places.ts';
import type { NewZone, WireZone, ZoneChange } from './contract.ts';
import { describePlace, zoneSentences as sentences } from './copy.ts';
import { listMethodRows, listZoneRows, type ZoneRow } from './queries.server.ts';
import { findOverlap, MAX_ALL_PLACES, MAX_ZONES } from './rules.ts';
import { shippingZones } from './tables.server.ts';

export async function listZones(db: Queryable): Promise<WireZone[]> {
  return (await listZoneRows(db)).map(toWireZone);
}

/** Adds a zone and returns its id. Fails at the field that other zones do not allow. */
export function addZone(db: Db, by: Caller, { name, places: sent }: NewZone): Promise<Outcome<string>> {
  return inShipping(db, async (tx) => {
    const zones = await listZoneRows(tx);
    if (zones.length >= MAX_ZONES) return fail('invalid', { fields: { name: sentences.full(MAX_ZONES) } });
    const checked = checkZone({ name, sent }, zones);
    if (!checked.ok) return checked;
    const id = newIdentifier();
    const zone = { id, name, places: checked.value };
    await tx.insert(shippingZones).values(zone);
    await recordAuditEvents(tx, { by, action: 'shipping_zone.added', id, name, after: toAuditValues(zone) });
    return ok(id);
  });
}

/** Changes a zone if it still has the version that was read. */
export function changeZone(
  db: Db,
  by: Caller,
  id: string,
  version: number | undefined,
  change: ZoneChange,
): Promise<Outcome<ChangedShipping>> {
  return inShipping(db, async (tx) => {
    const zones = await listZoneRows(tx);
    const row = zones.find((zone) => zone.id === id);
    if (!row) return fail('not_found', { detail: sentences.notFound });
    const { name = row.name, places: sent = row.places } = change;
    const others = zones.filter((zone) => zone !== row);
    const checked = checkZone({ name, sent }, others);
    if (!checked.ok) return checked;
    const next = { name, places: checked.value };
    // The same request was sent again because its first response was lost.
    if (name === row.name && toKey(next.places) === toKey(row.places)) return ok({ modified: 0, version: row.version });
    if (version === undefined) return failWithoutVersion('zone');
    const conflict = await checkVersion('shipping_zone', { read: version, now: row.version }, () => ({
      shipping_zone: toWireZone(row),
    }));
    if (conflict) return conflict;
    await tx
      .update(shippingZones)
      .set({ ...next, version: row.version + 1, changedAt: sql`now()` })
      .where(eq(shippingZones.id, id));
    await recordAuditEvents(tx, {
      by,
      action: 'shipping_zone.changed',
      id,
      name: row.name,
      ...pickChanged(toAuditValues(row), toAuditValues(next)),
    });
    return ok({ modified: 1, version: row.version + 1 });
  });
}

/** Deletes a zone that no method serves. */
export function deleteZone(db: Db, by: Caller, id: string): Promise<Outcome<void>> {
  return inShipping(db, async (tx) => {
    const row = (await listZoneRows(tx)).find((zone) => zone.id === id);
    if (!row) return fail('not_found', { detail: sentences.notFound });
    const users = (await listMethodRows(tx)).filter(({ zoneId }) => zoneId === id);
    if (users.length > 0)
      return fail('shipping_zone_used', { detail: sentences.used(users.slice(0, 5).map(({ name }) => name)) });
    await tx.delete(shippingZones).where(eq(shippingZones.id, id));
    await recordAuditEvents(tx, {
      by,
      action: 'shipping_zone.deleted',
      id,
      name: row.name,
      before: toAuditValues(row),
    });
    return ok(undefined);
  });
}

/** The places as they are stored, if a zone can have them beside the others. */
function checkZone(
  { name, sent }: { name: string; sent: NewZone['places'] },
  others: readonly ZoneRow[],
): Outcome<Place[]> {
  const refuse = (field: string, sentence: string): Failure => fail('invalid', { fields: { [field]: sentence } });
  if (others.some((zone) => isSameName(zone.name, name))) return refuse('name', sentences.nameTaken(name));
  const { places, errors } = checkPlaces(sent);
  if (errors) return fail('invalid', { fields: errors });
  const count = others.reduce((total, zone) => total + zone.places.length, places.length);
  if (count > MAX_ALL_PLACES) return refuse('places', sentences.allPlaces(count, MAX_ALL_PLACES));
  const zone = { name, places };
  const overlap = findOverlap<Pick<ZoneRow, 'name' | 'places'>>([...others, zone]);
  if (!overlap) return ok(places);
  const [own, other] =
    overlap.other.zone === zone ? [overlap.other, overlap.one] : ([overlap.one, overlap.other] as const);
  const { region, postalFrom } = own.place;
  const field = postalFrom === '' ? (region === '' ? 'country' : 'region') : 'postalFrom';
  return refuse(
    `places.${places.indexOf(own.place)}.${field}`,
    other.zone === zone
      ? sentences.overlapWithin(own.place, other.place)
      : sentences.overlap({ zone: own.zone.name, place: own.place }, { zone: other.zone.name, place: other.place }),
  );
}

const toKey = (places: readonly Place[]) =>
  JSON.stringify(places.map(({ country, region, postalFrom, postalTo }) => [country, region, postalFrom, postalTo]));

const toAuditValues = ({ name, places }: Pick<ZoneRow, 'name' | 'places'>): AuditValues => ({
  name,
  places: clipText(places.map(describePlace).join('; '), 2_000, '…'),
});

const toWireZone = ({ id, name, places, version }: ZoneRow): WireZone => ({ _id: id, name, places, version });
