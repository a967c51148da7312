import {
  MAX_PICTURES,
  MAX_RELATIONS,
  MAX_SPECIFICATIONS,
  MAX_VOLUME_PRICES,
} from '#src/features/catalogue/tool/rules.ts';
import type { ImportField } from '#src/features/imports/rules.ts';
import { MAX_CATEGORY_PATH } from '#src/shared/category-path.ts';
import { FIELD_FORMS } from '#src/shared/tool-fields/field-forms.ts';
import { mapPlainFields, PLAIN_FIELD_NAMES } from '#src/shared/tool-fields/plain-fields.ts';

/** For a number with its currency or unit, a state or a code: nobody writes more, and a few blanks are not a fault. */
const MAX_WORDS = 100;

/** The most characters in one line of a list. */
export const MAX_ENTRY_LENGTHS = { volumePrices: MAX_WORDS, specifications: 300, relations: 150 } as const;

export const MAX_PROPERTY_VALUE = 200;
/** The most characters in the cell of a property: a value and its unit. */
export const MAX_PROPERTY = MAX_PROPERTY_VALUE + 20;

/**
 * The most characters in a cell, by its field. A longer cell is a fault before it is parsed, so parsers of cells need
 * not be fast.
 */
export const MAX_CELLS: Record<ImportField, number> = {
  sku: MAX_WORDS,
  itemName: 120,
  about: 2_000,
  balance: MAX_WORDS,
  quantity: MAX_WORDS,
  exportedStock: MAX_WORDS,
  minOrderQuantity: MAX_WORDS,
  packMultiple: MAX_WORDS,
  maxOrderQuantity: MAX_WORDS,
  reorderLevel: MAX_WORDS,
  volumePrices: MAX_VOLUME_PRICES * MAX_ENTRY_LENGTHS.volumePrices,
  state: MAX_WORDS,
  category: MAX_CATEGORY_PATH,
  specifications: MAX_SPECIFICATIONS * MAX_ENTRY_LENGTHS.specifications,
  weight: MAX_WORDS,
  size: MAX_WORDS,
  pictures: MAX_PICTURES * 510,
  relations: MAX_RELATIONS * MAX_ENTRY_LENGTHS.relations,
  makerName: 120,
  makerAddress: 300,
  ...mapPlainFields((name) => FIELD_FORMS[name].maxText ?? MAX_WORDS),
  slug: 80,
};

/**
 * The cells of these fields are text. Text that is too long gets that message; for a number, it is more helpful to say
 * that it is not one.
 */
export const TEXT_CELLS: ReadonlySet<ImportField> = new Set([
  'itemName',
  'about',
  'volumePrices',
  'category',
  'specifications',
  'pictures',
  'relations',
  'makerName',
  'makerAddress',
  'slug',
  ...PLAIN_FIELD_NAMES.filter((name) => FIELD_FORMS[name].maxText),
] satisfies ImportField[]);

/** The message of every form for text that is too long. */
export const describeMaxLength = (max: number): string => `Please use at most ${max} characters.`;
