import * as z from 'zod';
import { formattedText, trimmedText } from '#src/shared/bounded-schemas.ts';
import { readDecimalComma } from '#src/shared/decimal-comma.ts';
import { optionalSingleLineText, singleLineText } from '#src/shared/field-schemas.ts';
import { plainListQuerySchema } from '#src/shared/list-query.ts';
import { findCountryCode } from '#src/shared/postal-address/countries.ts';
import { foldPostalCode, type Place } from '#src/shared/postal-address/places.ts';
import { findRegionCode, listRegions } from '#src/shared/postal-address/regions.ts';
import { taxClassSchema } from '#src/shared/totals/tax-class-schema.ts';
import { modifiedSchema } from '#src/shared/write-results.ts';
import { MAX_NAME_LENGTH, PERCENT_UNIT } from './rules.ts';

const versionSchema = z.number().int().min(1).meta({ description: 'Starts at 1 and goes up by one with each change.' });

const RATE_SENTENCE = 'Please enter a percentage from 0 to 100 with at most four decimals, such as 19 or 8.875.';
const TOO_HIGH = 'A tax rate is at most 100 %. Please enter a percentage, such as 19 or 8.875.';

/** A percentage as a number, or as somebody types it. */
const percentSchema = z
  .union(
    [
      trimmedText(20, RATE_SENTENCE)
        .transform((text) => readDecimalComma(text.replace(/ ?%$/, '')))
        .pipe(formattedText(20, /^\d{1,9}(\.\d{1,4})?$/, RATE_SENTENCE)),
      z.number(),
    ],
    { error: RATE_SENTENCE },
  )
  .transform(Number)
  .pipe(
    z
      .number(RATE_SENTENCE)
      .min(0, RATE_SENTENCE)
      .max(100, TOO_HIGH)
      .refine((percent) => Math.abs(percent * PERCENT_UNIT - Math.round(percent * PERCENT_UNIT)) < 1e-6, RATE_SENTENCE),
  );

const COUNTRY_SENTENCE = 'Please enter the English name of a country or its code, such as Germany or DE.';

const countrySchema = trimmedText(100, COUNTRY_SENTENCE, COUNTRY_SENTENCE)
  .refine((text) => findCountryCode(text) !== null, COUNTRY_SENTENCE)
  .transform((text) => findCountryCode(text) ?? '');

const POSTAL_CODE_SENTENCE = 'Please enter a postal code, or how it begins, such as 44114 or SW1.';

const postalCodeSchema = trimmedText(16, POSTAL_CODE_SENTENCE, POSTAL_CODE_SENTENCE)
  .transform((text) => text.toUpperCase())
  .pipe(formattedText(16, /^(?:[\p{L}\p{N}][\p{L}\p{N} -]*)?$/u, POSTAL_CODE_SENTENCE));

const DAY_SENTENCE = 'Please enter a day, such as 2027-01-01.';

const daySchema = formattedText(10, /^20\d\d-\d\d-\d\d$/, DAY_SENTENCE, DAY_SENTENCE).refine(
  (day) => new Date(`${day}T00:00:00Z`).getTime() > 0 && new Date(`${day}T00:00:00Z`).toISOString().startsWith(day),
  DAY_SENTENCE,
);

const fields = {
  name: singleLineText(MAX_NAME_LENGTH).meta({ description: 'What papers call it.', example: 'VAT' }),
  taxClass: taxClassSchema.meta({ description: '`standard`, `reduced`, `zero`, or a class of your own.' }),
  country: countrySchema.meta({ description: 'An ISO 3166-1 code such as DE, or the English name.' }),
  region: optionalSingleLineText(80).meta({
    description: 'As addresses have it, such as OH; empty for the whole country.',
  }),
  postalFrom: postalCodeSchema.meta({ description: 'The first postal code, or how it begins; empty for all.' }),
  postalTo: postalCodeSchema.meta({ description: 'The last one. If left out, the same as the first.' }),
  rate: percentSchema.meta({ description: 'In percent.', example: 19 }),
  isAdded: z.boolean('Please send true or false.').meta({
    description: 'Charged in addition to the rate of the larger place, such as a county’s, and not instead of it.',
  }),
  validFrom: daySchema.meta({ description: 'The first day, in the time zone of the shop.', example: '2027-01-01' }),
};

/** A tax rate as the API sends it. */
export const taxRateSchema = z
  .object({
    _id: z.string(),
    name: z.string(),
    taxClass: z.string(),
    country: z.string(),
    region: z.string(),
    postalFrom: z.string(),
    postalTo: z.string(),
    rate: z.number().meta({ description: 'In percent.', example: 19 }),
    isAdded: z.boolean(),
    validFrom: z.string(),
    state: z.enum(['scheduled', 'in_force', 'past']).meta({
      description: '`past`: another rate of the same place and class has replaced it.',
    }),
    version: versionSchema,
    createdAt: z.string(),
    changedAt: z.string().nullable(),
  })
  .meta({ id: 'TaxRate' });

export type WireTaxRate = z.infer<typeof taxRateSchema>;

export const taxRateQuerySchema = plainListQuerySchema;

/** What an owner sends to add a rate. */
export const newTaxRateSchema = z
  .strictObject({
    ...fields,
    taxClass: fields.taxClass.default('standard'),
    region: fields.region.default(''),
    postalFrom: fields.postalFrom.default(''),
    postalTo: fields.postalTo.default(''),
    isAdded: fields.isAdded.default(false),
  })
  .transform(refinePlace)
  .meta({ id: 'NewTaxRate' });

export type NewTaxRate = z.output<typeof newTaxRateSchema>;

/** The fields of a rate as its form has them. */
export type TaxRateInput = { [Field in keyof NewTaxRate]: Field extends 'isAdded' ? boolean : string };

/** The same for a form. */
export const taxRateFormSchema = newTaxRateSchema as unknown as z.ZodType<NewTaxRate, TaxRateInput>;

/** What an owner sends to change a rate. Fields that are left out stay as they are; the service checks the place. */
export const taxRateChangeSchema = z
  .strictObject({ ...fields, version: versionSchema })
  .partial()
  .meta({ id: 'TaxRateChange' });

export type TaxRateChange = z.output<typeof taxRateChangeSchema>;

export const changedTaxRateSchema = modifiedSchema.extend({ version: versionSchema }).meta({ id: 'ChangedTaxRate' });

/** A place as addresses write it, or the errors of its fields. */
export function checkPlace(place: Place): { place: Place; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const { country, postalFrom } = place;
  const region = place.region && listRegions(country) ? findRegionCode(country, place.region) : place.region;
  if (region === null) errors.region = 'There is no such region in this country. Please enter its code, such as OH.';
  const postalTo = place.postalTo || postalFrom;
  if (postalTo !== '' && postalFrom === '') errors.postalFrom = 'Please enter the first postal code, too.';
  else if (foldPostalCode(postalTo) < foldPostalCode(postalFrom) && !isBeginning(postalTo, postalFrom))
    errors.postalTo = 'Please enter a postal code that comes after the first one.';
  return { place: { country, region: region ?? '', postalFrom, postalTo }, errors };
}

/** A last postal code that is cut short stands for all that begin like it. */
const isBeginning = (short: string, long: string) => foldPostalCode(long).startsWith(foldPostalCode(short));

function refinePlace<T extends Place>(sent: T, context: z.RefinementCtx): T {
  const { place, errors } = checkPlace(sent);
  for (const [field, message] of Object.entries(errors)) context.addIssue({ code: 'custom', path: [field], message });
  return { ...sent, ...place };
}
