import * as z from 'zod';
import { trimmedText } from '#src/shared/bounded-schemas.ts';
import {
  identifierSchema,
  optionalMultiLineText,
  optionalSingleLineText,
  singleLineText,
} from '#src/shared/field-schemas.ts';
import { modifiedSchema } from '#src/shared/write-results.ts';
import { placeSentences } from './copy.ts';
import { MAX_METHODS, MAX_NAME_LENGTH, MAX_PLACES, MAX_RATES, MAX_ZONES, METHOD_KINDS, WEIGHT_UNITS } from './rules.ts';

const versionSchema = z.number().int().min(1).meta({ description: 'Starts at 1 and goes up by one with each change.' });

const readVersion = versionSchema.optional().meta({
  description: 'The version that you read, unless If-Match has it. If it has changed since, the response is 412.',
});

const nameSchema = singleLineText(MAX_NAME_LENGTH);

/** What a place of a zone may be is checked by `checkPlaces`. */
const placeFields = {
  country: trimmedText(2, placeSentences.country).meta({ description: 'ISO 3166-1 alpha-2.', example: 'DE' }),
  region: optionalSingleLineText(80)
    .default('')
    .meta({ description: 'The code of a region, in countries where addresses name one; empty for all.' }),
  postalFrom: optionalSingleLineText(16)
    .default('')
    .meta({ description: 'The first postal code, or how it begins; empty for all.' }),
  postalTo: optionalSingleLineText(16)
    .default('')
    .meta({ description: 'The last postal code, or how it begins. If left out, the first one.' }),
};

const sentPlaceSchema = z.strictObject(placeFields).meta({ id: 'NewShippingPlace' });

export type SentPlace = z.output<typeof sentPlaceSchema>;

const placesSchema = z
  .array(sentPlaceSchema)
  .min(1, placeSentences.none)
  .max(MAX_PLACES, placeSentences.tooMany(MAX_PLACES));

export const shippingZoneSchema = z
  .object({
    _id: z.string(),
    name: z.string(),
    places: z.array(
      z.object({ country: z.string(), region: z.string(), postalFrom: z.string(), postalTo: z.string() }),
    ),
    version: versionSchema,
  })
  .meta({ id: 'ShippingZone' });

export type WireZone = z.infer<typeof shippingZoneSchema>;

export const newZoneSchema = z.strictObject({ name: nameSchema, places: placesSchema }).meta({ id: 'NewShippingZone' });

export type NewZone = z.output<typeof newZoneSchema>;

export const zoneChangeSchema = z
  .strictObject({ name: nameSchema.optional(), places: placesSchema.optional(), version: readVersion })
  .meta({ id: 'ShippingZoneChange' });

export type ZoneChange = Omit<z.output<typeof zoneChangeSchema>, 'version'>;

/** A number as programs send it, or as people type it. `checkMethod` reads it and has the sentences. */
const typedNumber = z.union([trimmedText(20, 'Please enter a shorter number.'), z.number()], {
  error: 'Please enter a number.',
});

const AMOUNT = 'In the shop’s currency, as a decimal.';

const fieldDescriptions = {
  zoneId: 'Where it is offered. Null for `pickup`, which every buyer can choose.',
  kind: '`by_quote` asks the buyer to request a quote. `flat` has one rate, `pickup` and `by_quote` have none.',
  rates:
    'Each applies from `from` on: a weight in `weightUnit`, or a value of goods. Below the first, the method is not offered.',
  upTo: 'The most that it takes, in the unit of its rates. Null: any.',
  freeFrom: 'The value of goods from which it costs nothing. Null: none.',
  handling: 'Added to the rate.',
  daysMin: 'The fewest days that the carrier takes. Null: no promise.',
  daysMax: 'The most days.',
  pickupAddress: 'Empty for the shop’s own address.',
  pickupHours: 'Empty for the shop’s own hours.',
  active: 'Without any active method, the shop charges no shipping.',
  position: 'Its place in the list, from 1. The later ones move down.',
} as const;

const decimal = z.string();

export const shippingMethodSchema = z
  .object({
    _id: z.string(),
    name: z.string(),
    zoneId: z.string().nullable().meta({ description: fieldDescriptions.zoneId }),
    kind: z.enum(METHOD_KINDS).meta({ description: fieldDescriptions.kind }),
    rates: z
      .array(z.object({ from: decimal, price: decimal.meta({ description: AMOUNT }) }))
      .meta({ description: fieldDescriptions.rates }),
    upTo: decimal.nullable().meta({ description: fieldDescriptions.upTo }),
    freeFrom: decimal.nullable().meta({ description: fieldDescriptions.freeFrom }),
    handling: decimal.meta({ description: fieldDescriptions.handling, example: '2.50' }),
    daysMin: z.number().int().nullable().meta({ description: fieldDescriptions.daysMin }),
    daysMax: z.number().int().nullable().meta({ description: fieldDescriptions.daysMax }),
    pickupAddress: z.string().meta({ description: fieldDescriptions.pickupAddress }),
    pickupHours: z.string().meta({ description: fieldDescriptions.pickupHours }),
    weightUnit: z.enum(WEIGHT_UNITS),
    active: z.boolean().meta({ description: fieldDescriptions.active }),
    position: z.number().int().meta({ description: fieldDescriptions.position }),
    version: versionSchema,
  })
  .meta({ id: 'ShippingMethod' });

export type WireMethod = z.infer<typeof shippingMethodSchema>;

const methodFields = {
  name: nameSchema,
  zoneId: z
    .union([identifierSchema, z.literal('')], { error: 'Please choose a zone.' })
    .nullable()
    .meta({ description: fieldDescriptions.zoneId }),
  kind: z.enum(METHOD_KINDS, 'Please choose how it is priced.').meta({ description: fieldDescriptions.kind }),
  rates: z
    .array(z.strictObject({ from: typedNumber.default('0'), price: typedNumber.meta({ description: AMOUNT }) }))
    .max(MAX_RATES, `One method can have at most ${MAX_RATES} prices.`)
    .meta({ description: fieldDescriptions.rates }),
  upTo: typedNumber.nullable().meta({ description: fieldDescriptions.upTo }),
  freeFrom: typedNumber.nullable().meta({ description: fieldDescriptions.freeFrom }),
  handling: typedNumber.meta({ description: fieldDescriptions.handling }),
  daysMin: typedNumber.nullable().meta({ description: fieldDescriptions.daysMin }),
  daysMax: typedNumber.nullable().meta({ description: fieldDescriptions.daysMax }),
  pickupAddress: optionalMultiLineText(200).meta({ description: fieldDescriptions.pickupAddress }),
  pickupHours: optionalSingleLineText(120).meta({ description: fieldDescriptions.pickupHours }),
  weightUnit: z.enum(WEIGHT_UNITS, 'Please choose kg or lb.'),
  active: z.boolean().meta({ description: fieldDescriptions.active }),
};

const positionSchema = z
  .number()
  .int('Please send a whole number.')
  .min(1, 'Please send at least 1.')
  .max(MAX_METHODS, `Please send at most ${MAX_METHODS}.`)
  .meta({ description: fieldDescriptions.position });

/** What an owner sends to add a method. It becomes the last one. */
export const newMethodSchema = z
  .strictObject({
    ...methodFields,
    zoneId: methodFields.zoneId.default(null),
    rates: methodFields.rates.default([]),
    upTo: methodFields.upTo.default(null),
    freeFrom: methodFields.freeFrom.default(null),
    handling: methodFields.handling.default('0'),
    daysMin: methodFields.daysMin.default(null),
    daysMax: methodFields.daysMax.default(null),
    pickupAddress: methodFields.pickupAddress.default(''),
    pickupHours: methodFields.pickupHours.default(''),
    weightUnit: methodFields.weightUnit.default('kg'),
    active: methodFields.active.default(true),
  })
  .meta({ id: 'NewShippingMethod' });

/** All fields of a method, as they were sent or typed. */
export type SentMethod = z.output<typeof newMethodSchema>;

/** Fields that are left out stay as they are; the method is checked as a whole. */
export const methodChangeSchema = z
  .strictObject({ ...methodFields, position: positionSchema })
  .partial()
  .extend({ version: readVersion })
  .meta({ id: 'ShippingMethodChange' });

export type MethodChange = Omit<z.output<typeof methodChangeSchema>, 'version'>;

export const changedShippingSchema = modifiedSchema.extend({ version: versionSchema }).meta({ id: 'ShippingChanged' });

export const LIST_BOUNDS = {
  zones: `At most ${MAX_ZONES} zones.`,
  methods: `At most ${MAX_METHODS} methods.`,
} as const;
