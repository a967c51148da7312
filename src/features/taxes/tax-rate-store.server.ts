import type { Queryable } from '#src/platform/database.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { createReloadedValue, type ReloadedValue } from '#src/platform/reloaded-value.server.ts';
import { readAllTaxRates, type TaxRateRow } from './queries.server.ts';

/** The tax rates as this process knows them, so that no basket and no order has to read them. */
export type TaxRateStore = ReloadedValue<readonly TaxRateRow[]>;

/** Starts without rates. `onChange` runs once the new rates are in force. */
export const createTaxRateStore = (db: Queryable, log: Log, onChange: () => void): TaxRateStore =>
  createReloadedValue<readonly TaxRateRow[]>({
    name: 'tax rates',
    initial: [],
    read: () => readAllTaxRates(db),
    isSame: (one, other) => nameVersions(one) === nameVersions(other),
    log,
    onChange,
  });

const nameVersions = (rates: readonly TaxRateRow[]) => rates.map(({ id, version }) => `${id} ${version}`).join('\n');
