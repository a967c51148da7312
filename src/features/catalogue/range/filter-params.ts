import { readDecimalComma } from '#src/shared/decimal-comma.ts';
import { decimalToMinor, getShopCurrency, minorToDecimal, minorToNumber } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { isPlainValue } from '#src/shared/tool-fields/plain-fields.ts';
import { getMaxPriceMinor } from '../tool/price-bounds.ts';
import { STOCK_STATES } from '../tool/stock-state.ts';
import {
  FILTERED_FIELDS,
  type FilterValues,
  findFilteredField,
  getBaseUnit,
  hasRange,
  isUnit,
  MAX_FILTERED_NAMES,
  MAX_FILTERED_VALUES,
  type SpecificationFilter,
} from './facet-rules.ts';

const MAX_NAME_LENGTH = 60;
export const MAX_VALUE_LENGTH = 210;
/** The largest number in an address. It may have six decimals. */
const MAX_MEASURE = 1e12;

const getPriceSentence = () =>
  `Please enter a price from 0 to ${formatCount(minorToNumber(getMaxPriceMinor()))}, such as ${minorToDecimal(1890)}.`;
const MEASURE = 'Please enter a number, such as 2.5 or 8 mm.';

/** The filters, and what is wrong with their parameters: name → sentence. Wrong ones are left out of the filters. */
export interface ParsedFilters {
  filters: FilterValues;
  errors: Record<string, string>;
}

/** Reads the filters of an address. Ignores other parameters. */
export function parseFilters(params: URLSearchParams): ParsedFilters {
  const errors: Record<string, string> = {};
  const read: ReadSingle = (name, parse, sentence) => {
    const texts = params.getAll(name).filter((text) => text.trim() !== '');
    const [text] = texts;
    if (text === undefined) return undefined;
    const value = texts.length === 1 ? parse(text.trim()) : null;
    if (value === null) errors[name] = texts.length > 1 ? 'Please send it once.' : sentence;
    return value ?? undefined;
  };
  const [priceMin, priceMax] = toRange(params, errors, 'price', [
    read('price.min', readMinor, getPriceSentence()),
    read('price.max', readMinor, getPriceSentence()),
  ]);
  const filters: FilterValues = {
    category: read('category', (text) => (/^[a-z0-9-]{1,80}$/.test(text) ? text : null), 'Please send a slug.'),
    specifications: parseSpecifications(params, read, errors),
    priceMin,
    priceMax,
    minimumMax: read(
      'minimum.max',
      (text) => (/^\d{1,7}$/.test(text) && Number(text) > 0 ? Number(text) : null),
      'Please enter a whole number of pieces, such as 10.',
    ),
    state: read(
      'state',
      (text) => STOCK_STATES.find((state) => state === text) ?? null,
      'Please send available, low or out.',
    ),
  };
  return { filters, errors };
}

type ReadSingle = <T>(name: string, parse: (text: string) => T | null, sentence: string) => T | undefined;
type Bounds<T> = [min: T | undefined, max: T | undefined];

/** Reads the bounds of a range. There is no range if one of them is wrong, or if they are the wrong way round. */
function toRange(
  params: URLSearchParams,
  errors: Record<string, string>,
  name: string,
  [min, max]: Bounds<number>,
): Bounds<number> {
  const [minKey, maxKey] = [`${name}.min`, `${name}.max`];
  if (min !== undefined && max !== undefined && min > max)
    errors[maxKey] =
      `The end of this range is below its start. Please enter ${params.get(minKey)?.trim()} or more, or lower the start.`;
  const isWrong = Object.hasOwn(errors, minKey) || Object.hasOwn(errors, maxKey);
  return isWrong ? [undefined, undefined] : [min, max];
}

function parseSpecifications(
  params: URLSearchParams,
  read: ReadSingle,
  errors: Record<string, string>,
): SpecificationFilter[] {
  const named = new Map<string, SpecificationFilter>();
  let values = 0;
  for (const key of new Set(params.keys())) {
    const field = FILTERED_FIELDS.find(({ parameter }) => parameter === key);
    const [, name, bound] = field ? [key, field.name] : (/^spec\.(.*?)(?:\.(min|max|unit))?$/s.exec(key) ?? []);
    // Forms send the unit of each name, even if the name is not filtered by.
    if (name === undefined || bound === 'unit' || params.getAll(key).every((text) => text.trim() === '')) continue;
    if (!field && !isSpecificationName(name)) {
      errors[key.slice(0, 80)] = 'Please send the name of a specification.';
      continue;
    }
    const filter = named.get(name) ?? { name, values: [], unit: '' };
    if (!named.has(name) && named.size === MAX_FILTERED_NAMES) {
      errors[key] = `Please filter by at most ${MAX_FILTERED_NAMES} specifications. Remove one first.`;
      continue;
    }
    named.set(name, filter);
    for (const value of bound === undefined ? new Set(params.getAll(key)) : []) {
      if (field && !isPlainValue(field.field, value)) errors[key] = field.sentence;
      else if (value.length > MAX_VALUE_LENGTH || !value.isWellFormed() || HIDDEN.test(value) || value.trim() === '')
        errors[key] = `Please send at most ${MAX_VALUE_LENGTH} characters of plain text.`;
      else if (values === MAX_FILTERED_VALUES)
        errors[key] = `Please choose at most ${MAX_FILTERED_VALUES} values. Remove one first.`;
      else {
        values += 1;
        filter.values.push(value);
      }
    }
  }
  return [...named.values()]
    .map((filter) => ({
      ...filter,
      ...readMeasures(params, read, errors, `spec.${filter.name}`),
      values: filter.values.toSorted(),
    }))
    .filter((filter) => filter.values.length > 0 || hasRange(filter))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

interface Measure {
  value: number;
  unit: string;
}

/**
 * The range of a specification in one unit: that of its first bound. A bound without a unit is in the unit of the
 * range.
 */
function readMeasures(
  params: URLSearchParams,
  read: ReadSingle,
  errors: Record<string, string>,
  name: string,
): Pick<SpecificationFilter, 'min' | 'max' | 'unit'> {
  const bounds = [read(`${name}.min`, readMeasure, MEASURE), read(`${name}.max`, readMeasure, MEASURE)] as const;
  if (!bounds[0] && !bounds[1]) return { unit: '' };
  const given = read(`${name}.unit`, (text) => (isUnit(text) ? text : null), 'Please send one of the units.');
  const units = bounds.map((bound, at) => bound?.unit || given || bounds[1 - at]?.unit || '');
  const unit = units[bounds[0] ? 0 : 1] ?? '';
  const [min, max] = bounds.map((bound, at) => bound && convert({ ...bound, unit: units[at] ?? '' }, unit));
  if (max === null) errors[`${name}.max`] = `Please use ${unit}, like the other end of this range.`;
  const [from, to] = toRange(params, errors, name, [min ?? undefined, max ?? undefined]);
  if (Object.hasOwn(errors, `${name}.unit`) || (from === undefined && to === undefined)) return { unit: '' };
  return { min: from, max: to, unit };
}

/** Converts a measure to another unit. Null if the two units are of different kinds. */
function convert({ value, unit }: Measure, wanted: string): number | null {
  if (unit === wanted) return value;
  const [[base, factor], [wantedBase, wantedFactor]] = [getBaseUnit(unit), getBaseUnit(wanted)];
  const converted = Number(((value * factor) / wantedFactor).toFixed(6));
  return base === wantedBase && Math.abs(converted) < MAX_MEASURE ? converted : null;
}

export function isSpecificationName(name: string): boolean {
  return name.trim() !== '' && name.length <= MAX_NAME_LENGTH && name.isWellFormed() && !HIDDEN.test(name);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
const HIDDEN = /[\u0000-\u001f\u007f]/;

/** The parameters of filters, in a fixed order and spelling. */
export function formatFilters(filters: FilterValues): URLSearchParams {
  const params = new URLSearchParams();
  const set = (name: string, value: string | number | undefined) => {
    if (value !== undefined) params.append(name, String(value));
  };
  set('category', filters.category);
  for (const filter of filters.specifications) {
    const { name, values, min, max, unit } = filter;
    for (const value of values) set(findFilteredField(name)?.parameter ?? `spec.${name}`, value);
    set(`spec.${name}.min`, min);
    set(`spec.${name}.max`, max);
    if (unit && hasRange(filter)) set(`spec.${name}.unit`, unit);
  }
  set('price.min', toPrice(filters.priceMin));
  set('price.max', toPrice(filters.priceMax));
  set('minimum.max', filters.minimumMax);
  set('state', filters.state);
  return params;
}

function toPrice(minor: number | undefined): string | undefined {
  return minor === undefined ? undefined : minorToDecimal(minor).replace(/\.0+$/, '');
}

function readMinor(typed: string): number | null {
  const text = readDecimalComma(typed);
  const [, , decimals = ''] = /^(\d{1,8})(?:\.(\d{1,3}))?$/.exec(text) ?? [];
  const minor = decimals.length > getShopCurrency().digits ? null : decimalToMinor(text);
  return minor !== null && minor <= getMaxPriceMinor() ? minor : null;
}

function readMeasure(text: string): Measure | null {
  const [, typed = '', unit = ''] = /^(-?\d{1,12}(?:[.,]\d{1,6})?)\s*(\S*)$/.exec(text) ?? [];
  const number = readDecimalComma(typed);
  // A comma is left where it may as well stand between thousands.
  return number === '' || number.includes(',') || (unit !== '' && !isUnit(unit))
    ? null
    : { value: Number(number), unit };
}
