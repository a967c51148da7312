import type { ToolFacets } from './facet-contract.ts';
import { type FilterValues, findFilteredField, getBaseUnit, splitToken, toShownValue } from './facet-rules.ts';

/** A row that the database counted. */
export interface FacetRow {
  kind: 'price' | 'minimum' | 'state' | 'token' | 'number';
  /** The state, the token, or the name and base unit of numbers. */
  key: string;
  count: number;
  low: number | null;
  high: number | null;
}

/**
 * Samples are the rows whose random number is below a bound. These numbers are integers from 0 up to this, exclusive.
 */
export const MAX_SAMPLE = 2 ** 31;

/** Scales a count in a sample to all tools. `sample` is the bound of the sample. */
export function scaleCount(count: number, sample: number): number {
  return (count * MAX_SAMPLE) / sample;
}

/** The rows of all tools, or of a sample. */
interface CountedRows {
  rows: readonly FacetRow[];
  about: boolean;
  /** Turns a count of the rows into one of all tools. */
  round: (count: number) => number;
}

type SpecificationFacet = ToolFacets['specifications'][number];

/** The most names that are offered: those of most tools. */
const MAX_NAMES = 16;
/** The most values per name that are offered: those of most tools. */
const MAX_VALUES = 100;

/**
 * The names that most tools have, with their values and the range of their numbers. A name that is filtered by is
 * always among them, and is counted by rows of its own.
 */
export function toSpecificationFacets(
  all: CountedRows,
  filtered: readonly ({ name: string } & CountedRows)[],
  filters: FilterValues,
): SpecificationFacet[] {
  const own = new Map(filtered.map((reading) => [reading.name, reading]));
  const named = groupByName(all.rows);
  for (const { name, rows } of filtered) named.set(name, groupByName(rows).get(name) ?? []);
  const total = all.rows.find(({ kind }) => kind === 'price')?.count ?? 0;
  const counted = [...named]
    .map(([name, rows]) => ({ name, rows, tools: rows.reduce((sum, row) => sum + row.count, 0) }))
    .sort((one, other) => Number(own.has(other.name)) - Number(own.has(one.name)) || other.tools - one.tools);
  // There are only a few plain fields, so they don't take up places of specifications.
  const [fields = [], specifications = []] = [true, false].map((isField) =>
    counted.filter(({ name }) => (findFilteredField(name) !== undefined) === isField),
  );
  return [...fields, ...specifications.slice(0, MAX_NAMES)]
    .sort((one, other) => other.tools - one.tools || one.name.localeCompare(other.name, 'en'))
    .filter(({ name, rows }) => own.has(name) || isUseful(rows, total))
    .map(({ name, rows }) => toFacet(name, rows, own.get(name) ?? all, filters));
}

/** A value that all tools have does not narrow anything, and a name that only one tool has is not a choice. */
function isUseful(rows: readonly FacetRow[], total: number): boolean {
  const tools = rows.reduce((sum, row) => sum + row.count, 0);
  if (tools < 2 && total > 3) return false;
  return rows.length > 1 || (rows[0] !== undefined && rows[0].count < total);
}

function groupByName(rows: readonly FacetRow[]): Map<string, FacetRow[]> {
  const named = new Map<string, FacetRow[]>();
  for (const row of rows) {
    if (row.kind !== 'token') continue;
    const { name } = splitToken(row.key);
    const group = named.get(name);
    if (group) group.push(row);
    else named.set(name, [row]);
  }
  return named;
}

function toFacet(
  name: string,
  rows: readonly FacetRow[],
  reading: CountedRows,
  filters: FilterValues,
): SpecificationFacet {
  const values = rows.map((row) => ({ ...splitToken(row.key), count: row.count }));
  const unit = getMainUnit(values);
  const [base, factor] = getBaseUnit(unit);
  const range = unit
    ? reading.rows.find(({ kind, key }) => kind === 'number' && key === `${name}\u001f${base}`)
    : undefined;
  const chosen = filters.specifications.find((filter) => filter.name === name)?.values ?? [];
  const shown = values.slice(0, MAX_VALUES).map((value) => ({
    value: toShownValue(value.value, value.unit),
    count: reading.round(value.count),
    order: toOrder(value),
  }));
  // A chosen value stays, so that it can be removed, although no tool has it now.
  const missing = chosen
    .filter((value) => !shown.some((one) => one.value === value))
    .map((value) => ({ value, count: 0, order: Number.NaN }));
  const isNumeric = shown.every(({ order }) => !Number.isNaN(order));
  return {
    name,
    unit,
    min: range?.low == null ? null : toShown(range.low, factor),
    max: range?.high == null ? null : toShown(range.high, factor),
    values: [...shown.toSorted(isNumeric ? byOrder : byCount), ...missing].map(({ value, count }) => ({
      value,
      count,
    })),
    about: reading.about,
    more: values.length > MAX_VALUES,
  };
}

interface ShownValue {
  value: string;
  count: number;
  order: number;
}

const byOrder = (one: ShownValue, other: ShownValue) => one.order - other.order;

/** The database sorts equal counts by bytes, which puts Ä after Z. */
const byCount = (one: ShownValue, other: ShownValue) =>
  other.count - one.count || one.value.localeCompare(other.value, 'en');

function getMainUnit(values: readonly { unit: string; count: number }[]): string {
  const counts = new Map<string, number>();
  for (const { unit, count } of values) if (unit) counts.set(unit, (counts.get(unit) ?? 0) + count);
  const [main] = [...counts].sort(([, one], [, other]) => other - one);
  return main?.[0] ?? '';
}

/** The number by which a value is sorted; NaN for a text. */
function toOrder({ value, unit }: { value: string; unit: string }): number {
  return unit ? Number.parseFloat(value) * getBaseUnit(unit)[1] : Number.NaN;
}

/** Rounds to at most six digits, so that 25.4 mm are one inch. */
function toShown(inBase: number, factor: number): number {
  return Number((inBase / factor).toPrecision(6));
}
