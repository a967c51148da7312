import { joinPath, splitPath } from '#src/shared/category-path.ts';
import { toPlainName } from './field-names.ts';
import type { ColumnMeaning } from './rules.ts';

const WEIGHTS = { kg: 'kg', kilogram: 'kg', kilograms: 'kg', kilogramm: 'kg', kilo: 'kg', g: 'g', gr: 'g', gram: 'g' };
const MORE_WEIGHTS = { grams: 'g', gramm: 'g', oz: 'oz', ounces: 'oz', lb: 'lb', lbs: 'lb', pounds: 'lb' };
const LENGTHS = { mm: 'mm', millimeters: 'mm', cm: 'cm', centimeters: 'cm', in: 'in', inch: 'in', inches: 'in' };

const UNITS: { [Field in ColumnMeaning]?: ReadonlyMap<string, string> } = {
  weight: new Map(Object.entries({ ...WEIGHTS, ...MORE_WEIGHTS })),
  size: new Map(Object.entries(LENGTHS)),
};

/** The unit that the heading of a column ends with: 'Weight kg', 'Gewicht (in kg)' and 'Variant Grams'. */
export function findHeadingUnit(heading: string, field: ColumnMeaning | null): string | undefined {
  const last = heading
    .toLowerCase()
    .match(/\p{L}+/gu)
    ?.at(-1);
  return last && field ? UNITS[field]?.get(last) : undefined;
}

/** A cell with what its heading says about it: '1,59' under 'Weight kg' is '1,59 kg'. */
export function completeCell(text: string, heading: string, field: ColumnMeaning): string {
  if (field === 'category' && toPlainName(heading) === 'categories') return pickDeepestPath(text);
  const unit = findHeadingUnit(heading, field);
  return unit && /\d$/.test(text) ? `${text} ${unit}` : text;
}

/**
 * WooCommerce writes all categories of a product and their parents into one cell, with commas between them:
 * 'Tools, Tools > Wrenches'. A tool has one category: the deepest of them, or else the first. A comma within a name has
 * a backslash before it.
 */
function pickDeepestPath(text: string): string {
  const paths = text.split(/(?<!\\),/).map((path) => splitPath(path.replaceAll('\\,', ',')).filter(Boolean));
  const deepest = Math.max(...paths.map(({ length }) => length));
  return joinPath(paths.find(({ length }) => length === deepest) ?? []);
}
