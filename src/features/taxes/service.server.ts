import { eq } from 'drizzle-orm';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { AuditValues } from '#src/platform/audit/tables.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { acquireTxLock, type Db, publishChange, type Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { checkVersion } from '#src/platform/version-check.server.ts';
import { dropUndefined } from '#src/shared/drop-undefined.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { type Failure, fail, type Outcome, ok } from '#src/shared/problem.ts';
import { checkPlace, type NewTaxRate, type TaxRateChange, type WireTaxRate } from './contract.ts';
import { describeRate, taxCopy } from './copy.ts';
import { readAllTaxRates, type TaxRateRow, type TaxRateValues, updateTaxRate } from './queries.server.ts';
import { findTwin, isAmbiguous, isSameTax, listInForce, MAX_TAX_RATES, PERCENT_UNIT } from './rules.ts';
import { TAX_RATES_LOCK_ID, taxRates } from './tables.server.ts';

/** The tag that is published when the rates have changed, and the cache tag of everything that shows taxes. */
export const TAX_RATES_TAG = 'tax-rates';

/** The message for a rate that does not exist. */
const NO_TAX_RATE = 'There is no such tax rate. Someone may have deleted it.';

/** Adds a rate and returns its id. Fails at the field if another rate is in its way. `today` is in the shop's time zone. */
export function addTaxRate(db: Db, by: Caller, sent: NewTaxRate, today: string): Promise<Outcome<string>> {
  return withRates(db, async (tx, rates) => {
    if (rates.length >= MAX_TAX_RATES)
      return fail('invalid', { fields: { name: taxCopy.errors.full(formatCount(MAX_TAX_RATES)) } });
    const values = { ...sent, rate: toMillionths(sent.rate) };
    const failure = refuseDay(values, rates, today) ?? refuseOverlap(values, rates) ?? refuseTwin(values, rates);
    if (failure) return failure;
    const id = newIdentifier();
    await tx.insert(taxRates).values({ ...values, id });
    await recordAuditEvents(tx, {
      by,
      action: 'tax_rate.added',
      id,
      name: describeRate(values),
      after: toAuditValues(values, FIELDS),
    });
    return ok(id);
  });
}

/** Changes a rate if it still has the version that was read. Once it has been in force for a day, only its name can change. */
export function changeTaxRate(
  db: Db,
  by: Caller,
  { id, version }: { id: string; version: number | undefined },
  sent: Omit<TaxRateChange, 'version'>,
  today: string,
): Promise<Outcome<{ modified: number; version: number }>> {
  return withRates(db, async (tx, rates) => {
    const before = rates.find((rate) => rate.id === id);
    if (!before) return fail('not_found', { detail: NO_TAX_RATE });
    const { rate, ...fields } = dropUndefined(sent);
    const merged = { ...pickValues(before), ...fields, ...(rate === undefined ? {} : { rate: toMillionths(rate) }) };
    const { place, errors } = checkPlace(merged);
    if (Object.keys(errors).length > 0) return fail('invalid', { fields: errors });
    const after = { ...merged, ...place };
    const changed = FIELDS.filter((field) => after[field] !== before[field]);
    if (changed.length === 0) return ok({ modified: 0, version: before.version });
    if (version === undefined) return fail('version_required', { detail: taxCopy.errors.version });
    const conflict = await checkVersion('tax_rate', { read: version, now: before.version }, () => ({
      tax_rate: toWireTaxRate(before, rates, today),
    }));
    if (conflict) return conflict;
    const others = rates.filter((other) => other !== before);
    const failure =
      refusePastChange(before, changed, today) ??
      refuseRenaming(before, after, others) ??
      (isOnlyRenamed(changed) ? null : refuseDay(after, others, today)) ??
      refuseOverlap(after, others) ??
      refuseTwin(after, others);
    if (failure) return failure;
    const stored = await updateTaxRate(tx, id, after);
    await recordAuditEvents(tx, {
      by,
      action: 'tax_rate.changed',
      id,
      name: describeRate(before),
      before: toAuditValues(before, changed),
      after: toAuditValues(after, changed),
    });
    return ok({ modified: 1, version: stored });
  });
}

/** Deletes a rate. The previous one of its place and class, if any, is then in force again. */
export function deleteTaxRate(db: Db, by: Caller, id: string): Promise<Outcome<null>> {
  return withRates(db, async (tx, rates) => {
    const deleted = rates.find((rate) => rate.id === id);
    if (!deleted) return fail('not_found', { detail: NO_TAX_RATE });
    await tx.delete(taxRates).where(eq(taxRates.id, id));
    const before = toAuditValues(deleted, FIELDS);
    await recordAuditEvents(tx, { by, action: 'tax_rate.deleted', id, name: describeRate(deleted), before });
    return ok(null);
  });
}

/** A rate as the API sends it. */
export function toWireTaxRate(row: TaxRateRow, rates: readonly TaxRateRow[], today: string): WireTaxRate {
  const { id, seq: _, rate, createdAt, changedAt, ...fields } = row;
  const isInForce = listInForce(rates, today).some((other) => other.id === id);
  return {
    _id: id,
    ...fields,
    rate: rate / PERCENT_UNIT,
    state: row.validFrom > today ? 'scheduled' : isInForce ? 'in_force' : 'past',
    createdAt: createdAt.toISOString(),
    changedAt: changedAt?.toISOString() ?? null,
  };
}

/** Runs a change of the rates, one at a time. */
function withRates<T>(db: Db, work: (tx: Tx, rates: TaxRateRow[]) => Promise<Outcome<T>>): Promise<Outcome<T>> {
  return db.transaction(async (tx) => {
    await acquireTxLock(tx, TAX_RATES_LOCK_ID);
    const done = await work(tx, await readAllTaxRates(tx));
    if (done.ok) publishChange(tx, [TAX_RATES_TAG]);
    return done;
  });
}

/** A day in the past is only a day on which nothing else was in force. */
function refuseDay(rate: TaxRateValues, others: readonly TaxRateRow[], today: string): Failure | null {
  if (rate.validFrom >= today) return null;
  const known = others.filter((other) => isSameTax(other, rate) && other.validFrom <= today);
  const [first] = known;
  return first ? fail('invalid', { fields: { validFrom: taxCopy.errors.past(describeRate(first)) } }) : null;
}

function refusePastChange(
  { validFrom }: TaxRateRow,
  changed: readonly (keyof TaxRateValues)[],
  today: string,
): Failure | null {
  const field = changed.find((name) => name !== 'name');
  if (validFrom >= today || !field) return null;
  return fail('invalid', { fields: { [field]: taxCopy.errors.inForce(validFrom) } });
}

const isOnlyRenamed = (changed: readonly (keyof TaxRateValues)[]) => changed.every((name) => name === 'name');

/** An added tax follows another one of its name. With another name, both would be charged. */
function refuseRenaming(before: TaxRateRow, after: TaxRateValues, others: readonly TaxRateRow[]): Failure | null {
  if (!before.isAdded || !after.isAdded || before.name.toLowerCase() === after.name.toLowerCase()) return null;
  const sibling = others.find((other) => isSameTax(other, before));
  return sibling ? fail('invalid', { fields: { name: taxCopy.errors.renamed(describeRate(sibling)) } }) : null;
}

function refuseOverlap(rate: TaxRateValues, others: readonly TaxRateRow[]): Failure | null {
  const other = others.find((one) => isAmbiguous(one, rate));
  if (!other) return null;
  const names = [describeRate(rate), describeRate(other)] as const;
  return isSameTax(other, rate)
    ? fail('invalid', { fields: { validFrom: taxCopy.errors.duplicate(...names) } })
    : fail('invalid', { fields: { postalFrom: taxCopy.errors.overlap(...names) } });
}

function refuseTwin(rate: TaxRateValues, others: readonly TaxRateRow[]): Failure | null {
  const twin = findTwin(rate, others);
  return twin ? fail('invalid', { fields: { name: taxCopy.errors.twin(describeRate(twin)) } }) : null;
}

const FIELDS = [
  ...(['name', 'taxClass', 'country', 'region', 'postalFrom', 'postalTo'] as const),
  ...(['rate', 'isAdded', 'validFrom'] as const),
] satisfies readonly (keyof TaxRateValues)[];

const pickValues = (row: TaxRateRow) =>
  Object.fromEntries(FIELDS.map((field) => [field, row[field]])) as unknown as TaxRateValues;

const toMillionths = (percent: number) => Math.round(percent * PERCENT_UNIT);

function toAuditValues(rate: TaxRateValues, fields: readonly (keyof TaxRateValues)[]): AuditValues {
  return Object.fromEntries(
    fields.map((field) => [field, field === 'rate' ? rate.rate / PERCENT_UNIT : rate[field]] as const),
  );
}
