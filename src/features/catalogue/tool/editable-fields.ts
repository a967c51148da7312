import * as z from 'zod';
import { boundedText, formattedText, trimmedText } from '#src/shared/bounded-schemas.ts';
import { MAX_CATEGORY_NAME, MAX_CATEGORY_PATH, MAX_LEVELS, splitPath } from '#src/shared/category-path.ts';
import {
  identifierSchema,
  imageUrlSchema,
  multiLineText,
  optionalSingleLineText,
  singleLineText,
} from '#src/shared/field-schemas.ts';
import { decimalToMinor, getShopCurrency, isPayableStep, minorToDecimal } from '#src/shared/money.ts';
import { normalizePackWeight } from '#src/shared/pack-weight.ts';
import { findCountryCode } from '#src/shared/postal-address/countries.ts';
import { regionsSchema } from '#src/shared/postal-address/countries-schema.ts';
import { slugSchema } from '#src/shared/slug-schema.ts';
import type { PlainField, PlainValues } from '#src/shared/tool-fields/plain-fields.ts';
import { taxClassSchema } from '#src/shared/totals/tax-class-schema.ts';
import { DOCUMENT_KINDS, RELATION_KINDS } from './kinds.ts';
import { createOptionField } from './option-field.ts';
import { getMaxPriceMinor } from './price-bounds.ts';
import {
  isGtin,
  isMeasure,
  LENGTH_UNITS,
  MAX_DOCUMENTS,
  MAX_PICTURES,
  MAX_RELATIONS,
  MAX_SPECIFICATIONS,
  MAX_VOLUME_PRICES,
  SPECIFICATION_UNITS,
  WEIGHT_UNITS,
} from './rules.ts';

export const MAX_QUANTITY = 1_000_000;

/** An integer up to a million, as a number or as digits. */
export const wholeNumber = (min: number, message: string) =>
  z
    .union([formattedText(9, /^\d{1,9}$/, message), z.number()], { error: message })
    .transform(Number)
    .pipe(z.number().int(message).min(min, message).max(MAX_QUANTITY, `Please enter at most ${MAX_QUANTITY}.`));

function getPriceSentence(): string {
  const { stepMinor } = getShopCurrency();
  const steps = stepMinor > 1 ? `, in steps of ${minorToDecimal(stepMinor)}` : '';
  return `Please enter a price such as ${minorToDecimal(1890)}${steps}.`;
}

// A union shows the message of a member whose type matches, so that member needs the sentence, too.
export const priceSchema = z.union([boundedText(20, getPriceSentence), z.number()], { error: getPriceSentence }).refine(
  (value) => {
    const minor = decimalToMinor(value);
    return minor !== null && minor > 0 && minor <= getMaxPriceMinor() && isPayableStep(minor);
    // Checks of the whole tool need an amount.
  },
  { error: getPriceSentence, abort: true },
);

const measureSchema = z
  .number('Please enter a number, such as 1.25.')
  .positive('Please enter a number above 0.')
  .max(1_000_000, 'Please enter a smaller number, or use a larger unit.');

const SKU_SENTENCE = 'Please use at most 64 characters: only letters, digits, spaces and . / _ -';

const skuSchema = trimmedText(64, SKU_SENTENCE, SKU_SENTENCE).regex(/^[A-Za-z0-9./_ -]{1,64}$/, SKU_SENTENCE);

const GTIN_SENTENCE = 'Please check the number. A GTIN has 8, 12, 13 or 14 digits, and the last one is a check digit.';

const relationKind = z.enum(RELATION_KINDS, 'Please choose replaced_by, fits, spare or accessory.');

const COUNTRY_SENTENCE = 'Please enter the English name of a country or its code, such as Germany or DE.';

const PACK_WEIGHT_SENTENCE = 'Please enter a number and g, kg, oz or lb, such as 2.5 kg.';

/** What the API, forms and CSV files accept of each plain field. */
const plainFields = {
  family: optionalSingleLineText(60),
  gtin: z.union(
    [trimmedText(100, GTIN_SENTENCE).refine(isGtin, GTIN_SENTENCE), z.literal('').transform(() => null), z.null()],
    { error: GTIN_SENTENCE },
  ),
  countryOfOrigin: trimmedText(100, COUNTRY_SENTENCE, COUNTRY_SENTENCE)
    .refine((text) => text === '' || findCountryCode(text) !== null, COUNTRY_SENTENCE)
    .transform((text) => findCountryCode(text) ?? ''),
  warnings: z.union([multiLineText(2_000), z.literal('')], {
    error: 'Please use plain text of at most 2000 characters.',
  }),
  taxClass: taxClassSchema,
  packWeight: trimmedText(20, PACK_WEIGHT_SENTENCE, PACK_WEIGHT_SENTENCE)
    .refine((text) => text === '' || normalizePackWeight(text) !== null, PACK_WEIGHT_SENTENCE)
    .transform((text) => normalizePackWeight(text) ?? ''),
  shipsSeparately: createOptionField('shipsSeparately'),
  notShippedTo: regionsSchema,
} satisfies { [Field in PlainField]: z.ZodType<PlainValues[Field]> };

/** The fields of a tool that an admin edits, without its stock. Numbers may be decimal strings, as forms send them. */
export const editableFields = {
  sku: skuSchema,
  itemName: singleLineText(120),
  about: multiLineText(2_000),
  balance: priceSchema,
  minOrderQuantity: wholeNumber(1, 'Please enter a whole number of at least 1.'),
  packMultiple: wholeNumber(1, 'Please enter a whole number of at least 1.'),
  maxOrderQuantity: z.union(
    [
      wholeNumber(1, 'Please enter a whole number, or leave this blank.'),
      z.literal('').transform(() => null),
      z.null(),
    ],
    { error: 'Please enter a whole number, or leave this blank.' },
  ),
  reorderLevel: z
    .union(
      [
        wholeNumber(0, 'Please enter a whole number, or leave this blank.'),
        z.literal('').transform(() => null),
        z.null(),
      ],
      { error: 'Please enter a whole number, or leave this blank.' },
    )
    .meta({ description: 'With fewer pieces, staff are told to reorder; null for the default of the settings.' }),
  volumePrices: z
    .array(
      z.strictObject({
        quantity: wholeNumber(2, 'Please enter a whole number of at least 2.'),
        unitPrice: priceSchema,
      }),
    )
    .max(MAX_VOLUME_PRICES, `Please enter at most ${MAX_VOLUME_PRICES} volume prices.`),
  picture: imageUrlSchema,
  pictures: z
    .array(imageUrlSchema)
    .min(1, 'Please keep at least one picture.')
    .max(MAX_PICTURES, `Please use at most ${MAX_PICTURES} pictures.`)
    .refine((urls) => new Set(urls).size === urls.length, 'Please use each picture only once.'),
  documents: z
    .array(
      z.strictObject({
        kind: z.enum(DOCUMENT_KINDS, 'Please choose datasheet, certificate or safety sheet.'),
        title: singleLineText(120),
        fileId: identifierSchema,
      }),
    )
    .max(MAX_DOCUMENTS, `Please use at most ${MAX_DOCUMENTS} documents.`)
    .refine(
      (documents) => new Set(documents.map(({ fileId }) => fileId)).size === documents.length,
      'Please use each file only once.',
    ),
  relations: z
    .array(
      z.union([
        z.strictObject({ kind: relationKind, toolId: identifierSchema }),
        z.strictObject({ kind: relationKind, sku: skuSchema }),
      ]),
    )
    .max(MAX_RELATIONS, `Please name at most ${MAX_RELATIONS} related tools.`)
    .refine(
      (relations) => relations.filter(({ kind }) => kind === 'replaced_by').length <= 1,
      'Please name only one successor.',
    ),
  category: optionalSingleLineText(MAX_CATEGORY_PATH)
    .refine((text) => text === '' || splitPath(text).every((name) => name !== ''), {
      message: 'Please enter a name on each side of every >.',
    })
    .refine((text) => splitPath(text).every((name) => name.length <= MAX_CATEGORY_NAME), {
      message: `Please use at most ${MAX_CATEGORY_NAME} characters for each name.`,
    })
    .refine((text) => splitPath(text).length <= MAX_LEVELS, {
      message: `Please enter at most ${MAX_LEVELS} names.`,
    })
    .meta({
      description:
        'The name of a category, or its path, such as `Power tools > Drills`. Categories that do not exist yet are added; a new name without a path is added at the top level.',
    }),
  categoryId: identifierSchema
    .nullable()
    .meta({ description: 'The id of the category; null for none. It takes precedence over `category`.' }),
  ...plainFields,
  slug: slugSchema,
  specifications: z
    .array(
      z
        .strictObject({
          name: singleLineText(60),
          value: singleLineText(200),
          unit: z.enum(['', ...SPECIFICATION_UNITS], 'Please choose one of the units.').default(''),
        })
        .refine(({ value, unit }) => unit === '' || isMeasure(value), {
          path: ['value'],
          message: 'Please enter a number, or a range such as 50 to 57. Text cannot have a unit.',
        }),
    )
    .max(MAX_SPECIFICATIONS, `Please enter at most ${MAX_SPECIFICATIONS} rows.`),
  weight: z
    .strictObject({ value: measureSchema, unit: z.enum(WEIGHT_UNITS, 'Please choose g, kg, oz or lb.') })
    .nullable(),
  size: z
    .strictObject({
      length: measureSchema,
      width: measureSchema,
      height: measureSchema,
      unit: z.enum(LENGTH_UNITS, 'Please choose mm, cm or in.'),
    })
    .nullable(),
  maker: z.strictObject({ name: singleLineText(120), address: multiLineText(300) }).nullable(),
};
