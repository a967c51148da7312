import * as z from 'zod';
import { formattedText, trimmedText } from '#src/shared/bounded-schemas.ts';
import { optionalMultiLineText, optionalVisibleText } from '#src/shared/field-schemas.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { isCountryCode } from '#src/shared/postal-address/countries.ts';
import { findRegionCode } from '#src/shared/postal-address/regions.ts';
import { modifiedSchema } from '#src/shared/write-results.ts';
import {
  CERTIFICATE_KIND_NAMES,
  EXEMPTION_VIEWS,
  type ExemptPlace,
  MAX_NUMBER_LENGTH,
  MAX_PLACES,
  MAX_REASON_LENGTH,
  STORED_STATES,
} from './rules.ts';

const versionSchema = z.number().int().min(1).meta({ description: 'Starts at 1 and goes up by one with each change.' });

const placeSchema = z.object({
  country: z.string().meta({ example: 'US' }),
  region: z.string().meta({ description: 'As addresses have it, such as OH; empty for the whole country.' }),
});

/** A certificate as its owner sees it. */
export const exemptionSchema = z
  .object({
    _id: z.string(),
    kind: z.enum(CERTIFICATE_KIND_NAMES),
    state: z.enum([...STORED_STATES, 'expired']).meta({
      description: '`expired`: it was approved, and its last day has passed in the shop’s time zone.',
    }),
    certificateNumber: z.string().meta({ description: 'May be blank.' }),
    validUntil: z.string().nullable().meta({ description: 'The last day; null if it does not expire.' }),
    isExpiring: z.boolean().meta({ description: 'It is approved, and its last day is at most 60 days away.' }),
    places: z.array(placeSchema),
    reason: z.string().meta({ description: 'Why it was rejected.' }),
    canDelete: z.boolean().meta({ description: 'It was never approved, so no order relies on it.' }),
    bytes: z.number().int(),
    version: versionSchema,
    createdAt: z.string(),
    decidedAt: z.string().nullable(),
  })
  .meta({ id: 'Exemption' });

export type WireExemption = z.infer<typeof exemptionSchema>;

/** A certificate as the shop sees it. */
export const managedExemptionSchema = exemptionSchema
  .extend({ owner: z.object({ email: z.string(), name: z.string(), disabled: z.boolean() }) })
  .meta({ id: 'ManagedExemption' });

export type ManagedExemption = z.infer<typeof managedExemptionSchema>;

export const exemptionQuerySchema = listQuerySchema({
  sorts: ['created'],
  states: EXEMPTION_VIEWS,
  searches: 'the number of the certificate, or its owner’s name and email address',
});

export type ExemptionQuery = z.infer<typeof exemptionQuerySchema>;

const DAY_SENTENCE = 'Please enter the last day on which it is valid, or leave this blank if it does not expire.';

const daySchema = formattedText(10, /^(?:20\d\d-\d\d-\d\d)?$/, DAY_SENTENCE, DAY_SENTENCE)
  .refine((day) => day === '' || isDay(day), DAY_SENTENCE)
  .transform((day) => day || null);

const isDay = (day: string) => {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
};

const PLACES_SENTENCE = 'Please choose the states or countries where the certificate holds.';

const placesSchema = trimmedText(1_024, PLACES_SENTENCE, PLACES_SENTENCE).transform((text, context) => {
  const places = readPlaces(text);
  if (places) return places;
  context.addIssue({ code: 'custom', message: PLACES_SENTENCE });
  return z.NEVER;
});

/**
 * Reads 'US-OH, US-TX, CA'. Null if a place does not exist, or there are too many. Only countries with a list of regions
 * have parts, so that no place has words of a buyer.
 */
function readPlaces(text: string): ExemptPlace[] | null {
  const written = [...new Set(text.split(',').map((one) => one.trim()))].filter(Boolean);
  if (written.length === 0 || written.length > MAX_PLACES) return null;
  const places = written.map((one) => {
    const [country, rest] = [one.slice(0, 2).toUpperCase(), one.slice(2)];
    if (!isCountryCode(country)) return null;
    if (rest === '') return { country, region: '' };
    const region = rest.startsWith('-') ? findRegionCode(country, rest.slice(1).trim()) : null;
    return region ? { country, region } : null;
  });
  return places.every((place) => place !== null) ? places : null;
}

/** What a buyer sends beside the file, as fields of a form. */
export const newExemptionSchema = z
  .object({
    kind: z.enum(CERTIFICATE_KIND_NAMES, 'Please choose what kind of certificate it is.'),
    certificateNumber: optionalVisibleText(MAX_NUMBER_LENGTH).default(''),
    validUntil: daySchema.default(null),
    places: placesSchema,
  })
  .meta({ id: 'NewExemption' });

export type NewExemption = z.output<typeof newExemptionSchema>;

/** What its owner (`withdrawn`) or somebody at the shop decides about a certificate. */
export const exemptionChangeSchema = z
  .strictObject({
    state: z.enum(['approved', 'rejected', 'withdrawn'], 'Please send approved, rejected or withdrawn.'),
    reason: optionalMultiLineText(MAX_REASON_LENGTH)
      .default('')
      .meta({ description: 'Required to reject it. Its owner reads it.' }),
    version: versionSchema,
  })
  .meta({ id: 'ExemptionChange' });

export type ExemptionChange = z.output<typeof exemptionChangeSchema>;

export const changedExemptionSchema = modifiedSchema
  .extend({ version: versionSchema })
  .meta({ id: 'ChangedExemption' });
