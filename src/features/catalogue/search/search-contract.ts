import * as z from 'zod';
import { boundedText, formattedText } from '#src/shared/bounded-schemas.ts';
import { visibleText } from '#src/shared/field-schemas.ts';
import { formatCursor, MAX_CURSOR_LENGTH, parseCursor } from '#src/shared/list-cursor.ts';
import {
  cursorSchema,
  isCursorOf,
  MAX_PAGE_SIZE,
  PAGE_AND_CURSOR,
  pageNumberSchema,
  WRONG_CURSOR,
} from '#src/shared/list-query.ts';
import { modifiedSchema } from '#src/shared/write-results.ts';
import { MAX_TERM_LENGTH, MAX_TERMS } from './synonyms-rules.ts';

const termSchema = visibleText(MAX_TERM_LENGTH, 'Please enter a word or phrase, or remove the line.');

const termsSchema = z
  .array(termSchema)
  .min(2, 'Please enter at least two words or phrases with the same meaning.')
  .max(MAX_TERMS, `Please enter at most ${MAX_TERMS} words or phrases. Put the rest in another group.`)
  .meta({ description: 'Words and phrases that mean the same, of at most four words each.' });

const versionSchema = z.number().int().min(1).meta({ description: 'Starts at 1 and goes up by one with each change.' });

/** A group of words and phrases that mean the same to the search. */
export const synonymsSchema = z
  .object({ _id: z.string(), terms: z.array(z.string()), version: versionSchema })
  .meta({ id: 'Synonyms' });

export type Synonyms = z.infer<typeof synonymsSchema>;

export const newSynonymsSchema = z.strictObject({ terms: termsSchema }).meta({ id: 'NewSynonyms' });

export const synonymsChangeSchema = z
  .strictObject({
    terms: termsSchema,
    version: versionSchema.meta({
      description: 'The version that you read. If the group has changed since, the response is 409.',
    }),
  })
  .meta({ id: 'SynonymsChange' });

export const changedSynonymsSchema = modifiedSchema.extend({ version: versionSchema }).meta({ id: 'SynonymsChanged' });

export const synonymsRemovalSchema = z.object({
  version: z.coerce.number().int().min(1).optional().meta({
    description:
      'The version that you read. If the group has changed since, the response is 409. Without it, any version is removed.',
  }),
});

export const termCountRequestSchema = z
  .strictObject({ terms: z.array(termSchema).min(1).max(MAX_TERMS) })
  .meta({ id: 'TermCountRequest' });

/** How many tools on sale each term finds. */
export const termCountsSchema = z
  .object({
    tools: z.array(z.number().int()).meta({ description: 'In the order of the terms, each counted up to 10,000.' }),
  })
  .meta({ id: 'TermCounts' });

export type TermCounts = z.infer<typeof termCountsSchema>;

const SORTS = ['times', '-times', 'last', '-last'] as const;

/** The query of the searches that found nothing. */
export const missQuerySchema = z
  .object({
    limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(MAX_PAGE_SIZE),
    page: pageNumberSchema,
    sort: z.enum(SORTS).default('-times').meta({ description: '`-` reverses the order.' }),
    cursor: cursorSchema,
  })
  .refine(({ cursor, sort }) => isCursorOf(cursor, sort, 'string') && (!cursor || parsePlace(cursor) !== null), {
    path: ['cursor'],
    message: WRONG_CURSOR,
  })
  .refine(({ cursor, page }) => cursor === undefined || page === undefined, PAGE_AND_CURSOR);

/** Where a page of this list begins: after the entry with these sort keys. The time is in microseconds. */
const placeSchema = z.tuple([
  z.int().min(0).max(2_147_483_647),
  formattedText(17, /^\d{1,17}$/),
  boundedText(MAX_CURSOR_LENGTH).refine((query) => !query.includes('\0')),
]);

export type MissPlace = z.infer<typeof placeSchema>;

/** Formats such a place as a cursor. */
export function formatPlace(sort: string, place: MissPlace): string {
  return formatCursor({ sort, key: JSON.stringify(place), seq: 0 });
}

/** Parses such a cursor. Null if the text is not one. */
export function parsePlace(cursor: string): MissPlace | null {
  try {
    return placeSchema.parse(JSON.parse(String(parseCursor(cursor)?.key)));
  } catch {
    return null;
  }
}

export type MissQuery = z.infer<typeof missQuerySchema>;

/** A search that found nothing. Its text was typed by a stranger. */
export const missSchema = z
  .object({
    query: z
      .string()
      .meta({ description: 'In lower case and without accents, as it is searched for. A stranger typed it.' }),
    times: z.number().int().meta({ description: 'Each network counts once a day.' }),
    firstAt: z.string(),
    lastAt: z.string(),
  })
  .meta({ id: 'SearchMiss' });

export type SearchMiss = z.infer<typeof missSchema>;

export const doneMissSchema = z
  .strictObject({
    query: boundedText(2_000, 'Please send at most 2000 characters.')
      .min(1)
      .refine((query) => !query.includes('\0'), 'Please send a search from the list.'),
  })
  .meta({ id: 'SearchMissDone' });
