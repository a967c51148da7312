import type { Queryable } from '#src/platform/database.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { createReloadedValue, type ReloadedValue } from '#src/platform/reloaded-value.server.ts';
import { listMethodRows, listZoneRows, type MethodRow, type ZoneRow } from './queries.server.ts';

/** What decides about shipping, for `listMethods`. Without any method, the shop charges no shipping. */
export interface ShippingTerms {
  zones: readonly ZoneRow[];
  /** Those that are active. */
  methods: readonly MethodRow[];
}

/** Zones and methods as this process knows them, so that no basket and no order has to read them. */
export type ShippingStore = ReloadedValue<ShippingTerms>;

/** Starts without methods. `onChange` runs once the new ones are in force. */
export const createShippingStore = (db: Queryable, log: Log, onChange: () => void): ShippingStore =>
  createReloadedValue<ShippingTerms>({
    name: 'shipping methods',
    initial: { zones: [], methods: [] },
    async read() {
      const methods = (await listMethodRows(db)).filter(({ isActive }) => isActive);
      return { zones: methods.length > 0 ? await listZoneRows(db) : [], methods };
    },
    isSame: (one, other) => nameVersions(one) === nameVersions(other),
    log,
    onChange,
  });

const nameVersions = ({ zones, methods }: ShippingTerms) =>
  [...zones, ...methods].map(({ id, version }) => `${id} ${version}`).join('\n');
