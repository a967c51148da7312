import { describePlainField, PLAIN_FIELD_NAMES, PLAIN_FIELDS } from '#src/shared/tool-fields/plain-fields.ts';
import type { StockState } from '../tool/stock-state.ts';

/** Separates name, value and unit in a token. No text of a specification contains it. */
const SEPARATOR = '\u001f';

/**
 * Marks the name of a plain field among specifications, whose names can't contain it. `list_field_tokens` writes it.
 */
const FIELD_SIGN = '\u001e';

/** The plain fields that lists can be filtered by. Filters and counts treat each as a specification named `name`. */
export const FILTERED_FIELDS = PLAIN_FIELD_NAMES.flatMap((field) => {
  const { filter, label } = PLAIN_FIELDS[field];
  return filter ? [{ ...filter, field, name: FIELD_SIGN + field, label }] : [];
});

/** The plain field that a specification of this name stands for. Undefined for a tool's own specifications. */
export function findFilteredField(name: string): (typeof FILTERED_FIELDS)[number] | undefined {
  return FILTERED_FIELDS.find((filtered) => filtered.name === name);
}

export const MAX_FILTERED_NAMES = 8;
export const MAX_FILTERED_VALUES = 24;

/** The base unit of each unit and the factor to it. A function of migration 30 says the same. */
export const BASE_UNITS: Readonly<Record<string, readonly [base: string, factor: number]>> = {
  mm: ['mm', 1],
  cm: ['mm', 10],
  m: ['mm', 1_000],
  in: ['mm', 25.4],
  ft: ['mm', 304.8],
  g: ['g', 1],
  kg: ['g', 1_000],
  oz: ['g', 28.349523125],
  lb: ['g', 453.59237],
  W: ['W', 1],
  kW: ['W', 1_000],
  N: ['N', 1],
  kN: ['N', 1_000],
};

/** Units without a base unit. */
const OTHER_UNITS = ['°', '°C', '°F', 'V', 'A', 'Nm', 'bar', 'rpm', 'm/s', 'HRC', 'ppi', 'grit', 'dB', 'L', '%', 'pcs'];

/** All units that numbers are counted in. */
export function listBaseUnits(): string[] {
  return [...new Set([...Object.values(BASE_UNITS).map(([base]) => base), ...OTHER_UNITS])];
}

export function isUnit(unit: string): boolean {
  return Object.hasOwn(BASE_UNITS, unit) || OTHER_UNITS.includes(unit);
}

/** The base unit of a unit, and the factor to it. A unit that is in no group is its own base. */
export function getBaseUnit(unit: string): readonly [base: string, factor: number] {
  return Object.hasOwn(BASE_UNITS, unit) ? (BASE_UNITS[unit] ?? [unit, 1]) : [unit, 1];
}

/** A filter by a specification: any of some values, and a range. */
export interface SpecificationFilter {
  name: string;
  /** The values as they are shown, with their unit. */
  values: string[];
  /** In `unit`. A tool with a range matches if its range overlaps with this one. */
  min?: number | undefined;
  max?: number | undefined;
  /** Empty if the numbers are in base units. */
  unit: string;
}

export interface FilterValues {
  /** The slug of a category. It includes all categories below it. */
  category?: string | undefined;
  /** In alphabetical order. */
  specifications: SpecificationFilter[];
  /** In minor units. */
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  /** The largest minimum order. */
  minimumMax?: number | undefined;
  state?: StockState | undefined;
}

export function hasRange({ min, max }: SpecificationFilter): boolean {
  return min !== undefined || max !== undefined;
}

/** How many filters there are besides the category. */
export function countFilters({ specifications, priceMin, priceMax, minimumMax, state }: FilterValues): number {
  const values = specifications.reduce((sum, filter) => sum + filter.values.length + Number(hasRange(filter)), 0);
  const price = priceMin !== undefined || priceMax !== undefined;
  return values + Number(price) + Number(minimumMax !== undefined) + Number(state !== undefined);
}

/**
 * Whether pages with these filters may be cached: only if their number is bounded. There is no end of numbers, nor of
 * combinations of filters.
 */
export function isBoundedFilter(filters: FilterValues): boolean {
  const { specifications, state } = filters;
  const count = countFilters(filters);
  return count === 0 || (count === 1 && (state !== undefined || specifications[0]?.values.length === 1));
}

/** A chosen value in words, with the name of its filter. */
export function describeChoice(name: string, value: string): string {
  const filtered = findFilteredField(name);
  return filtered ? `${filtered.label}: ${describePlainField(filtered.field, value)}` : `${name}: ${value}`;
}

/** A value as it is shown, without the name. */
export function toShownValue(value: string, unit: string): string {
  return unit ? `${value} ${unit}` : value;
}

/** All tokens that the database may have stored for a value shown like this: with a unit at its end, or without. */
export function toTokens(name: string, shown: string): string[] {
  const space = shown.lastIndexOf(' ');
  const text = [name, shown, ''].join(SEPARATOR);
  return space < 0 ? [text] : [text, [name, shown.slice(0, space), shown.slice(space + 1)].join(SEPARATOR)];
}

export function splitToken(token: string): { name: string; value: string; unit: string } {
  const [name = '', value = '', unit = ''] = token.split(SEPARATOR);
  return { name, value, unit };
}

/** The key of a name's numbers in a base unit. */
export function toNumberKey(name: string, base: string): string {
  return name + SEPARATOR + base;
}
