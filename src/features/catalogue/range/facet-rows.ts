import type { ToolFacets } from './facet-contract.ts';
import { findFilteredField, getBaseUnit, splitToken, type ToolFilters, toShownValue } from './facet-rules.ts';

/** A line of what the database counted. */
export interface FacetRow {
  kind: 'price' | 'minimum' | 'state' | 'token' | 'number';
  /** The state, the token, or the name and base unit of numbers. */
  key: string;
  count: number;
  low: number | null;
  high: number | null;
}

/** The numbers of which samples are those below a bound: whole ones from 0. */
export const MAX_SAMPLE = 2 ** 31;

/** Of what a sample was counted, as many as there are of all. */
export function scaleCount(count: number, sample: number): number {
  return (count * MAX_SAMPLE) / sample;
}

/** Lines of tools, all of them or a sample. */
interface CountedRows {
  rows: readonly FacetRow[];
  about: boolean;
  /** A count of the lines as one of all tools. */
  round: (count: number) => number;
}

type SpecificationFacet = ToolFacets['specifications'][number];

/** So many names are offered, those of most tools. */
const MAX_NAMES = 16;
/** So many values of a name are offered, those of most tools. */
const MAX_VALUES = 100;

/**
 * The names that most tools have, with their values and the range of their numbers. A name that is filtered by is always
 * among them, counted by rows of its own.
 */
export function toSpecificationFacets(
  all: CountedRows,
  filtered: readonly ({ name: string } & CountedRows)[],
  filters: ToolFilters,
): SpecificationFacet[] {
  const own = new Map(filtered.map((reading) => [reading.name, reading]));
  const named = groupByName(all.rows);
  for (const { name, rows } of filtered) named.set(name, groupByName(rows).get(name) ?? []);
  const total = all.rows.find(({ kind }) => kind === 'price')?.count ?? 0;
  const counted = [...named]
    .map(([name, rows]) => ({ name, rows, tools: rows.reduce((sum, row) => sum + row.count, 0) }))
    .sort((one, other) => Number(own.has(other.name)) - Number(own.has(one.name)) || other.tools - one.tools);
  // Plain fields are few, and take no specification's place.
  const [fields = [], specifications = []] = [true, false].map((isField) =>
    counted.filter(({ name }) => (findFilteredField(name) !== undefined) === isField),
  );
  return [...fields, ...specifications.slice(0, MAX_NAMES)]
    .sort((one, other) => other.tools - one.tools || (one.name < other.name ? -1 : 1))
    .filter(({ name, rows }) => own.has(name) || isUseful(rows, total))
    .map(({ name, rows }) => toFacet(name, rows, own.get(name) ?? all, filters));
}

/** One value that all tools have does not narrow anything, and a name of a single tool is no choice. */
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
  filters: ToolFilters,
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
  // What was chosen stays to be taken back, though no tool has it now.
  const missing = chosen
    .filter((value) => !shown.some((one) => one.value === value))
    .map((value) => ({ value, count: 0, order: Number.NaN }));
  const isNumeric = shown.every(({ order }) => !Number.isNaN(order));
  return {
    name,
    unit,
    min: range?.low == null ? null : toShown(range.low, factor),
    max: range?.high == null ? null : toShown(range.high, factor),
    values: [...(isNumeric ? shown.toSorted((one, other) => one.order - other.order) : shown), ...missing].map(
      ({ value, count }) => ({ value, count }),
    ),
    about: reading.about,
    more: values.length > MAX_VALUES,
  };
}

function getMainUnit(values: readonly { unit: string; count: number }[]): string {
  const counts = new Map<string, number>();
  for (const { unit, count } of values) if (unit) counts.set(unit, (counts.get(unit) ?? 0) + count);
  const [main] = [...counts].sort(([, one], [, other]) => other - one);
  return main?.[0] ?? '';
}

/** Where a number stands among others; NaN for a text. */
function toOrder({ value, unit }: { value: string; unit: string }): number {
  return unit ? Number.parseFloat(value) * getBaseUnit(unit)[1] : Number.NaN;
}

/** To at most six digits, so that 25.4 mm are an inch. */
function toShown(inBase: number, factor: number): number {
  return Number((inBase / factor).toPrecision(6));
}
