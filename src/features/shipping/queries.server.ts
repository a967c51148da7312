import { asc } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { MAX_METHODS, MAX_ZONES } from './rules.ts';
import { shippingMethods, shippingZones } from './tables.server.ts';

export type ZoneRow = typeof shippingZones.$inferSelect;
export type MethodRow = typeof shippingMethods.$inferSelect;

/** All zones, in alphabetical order. */
export async function listZoneRows(db: Queryable): Promise<ZoneRow[]> {
  return db.select().from(shippingZones).orderBy(asc(shippingZones.name), asc(shippingZones.id)).limit(MAX_ZONES);
}

/** All methods in their order, including inactive ones. */
export async function listMethodRows(db: Queryable): Promise<MethodRow[]> {
  return db
    .select()
    .from(shippingMethods)
    .orderBy(asc(shippingMethods.position), asc(shippingMethods.id))
    .limit(MAX_METHODS);
}
