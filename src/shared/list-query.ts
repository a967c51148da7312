import * as z from 'zod';
import { boundedText } from './bounded-schemas.ts';
import { identifierSchema } from './field-schemas.ts';
import { MAX_CURSOR_LENGTH, parseCursor } from './list-cursor.ts';
import { MAX_PAGE, MAX_SEARCH_LENGTH, MAX_SEARCH_WORDS, MAX_TOOL_SEARCH_LENGTH, toSearchWords } from './pagination.ts';

export const MAX_PAGE_SIZE = 100;

/**
 * The two parameters of every list. Without them, a list returns the newest 100, oldest first. `before` is an `_id`:
 * the list then ends with the entry created just before it.
 */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(MAX_PAGE_SIZE),
  before: identifierSchema.optional(),
});

export const WRONG_CURSOR =
  'Please send the cursor from the Link header of this list’s last response, with the same parameters. To start over, leave it out.';

/** Where a list continues. Its reader checks that it belongs to the list. */
export const cursorSchema = boundedText(MAX_CURSOR_LENGTH, WRONG_CURSOR)
  .optional()
  .meta({ description: 'Continues where the previous response ended. Its `Link` header with rel="next" has the URL.' });

/** The same, with the cursor that leads back through the whole list. */
export const plainListQuerySchema = pageQuerySchema.extend({
  cursor: cursorSchema.refine((cursor) => isCursorOf(cursor, '', null), WRONG_CURSOR),
});

/** Whether this is a cursor of a list in this order. Sort keys are strings for text and numbers for everything else. */
export function isCursorOf(cursor: string | undefined, sort: string, keyType: 'string' | 'number' | null): boolean {
  if (cursor === undefined) return true;
  const parsed = parseCursor(cursor);
  return parsed?.sort === sort && (keyType === null ? parsed.key === null : typeof parsed.key === keyType);
}

export interface PageQuery {
  limit: number;
  before?: string | undefined;
  cursor?: string | undefined;
}

const toSearchSchema = (maxLength: number) =>
  boundedText(maxLength, `Please search for at most ${maxLength} characters.`)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
    .regex(/^[^\u0000-\u0008\u000e-\u001f\u007f]*$/, 'Please use plain text.');

const searchSchema = toSearchSchema(MAX_SEARCH_LENGTH).refine(
  (search) => toSearchWords(search).length <= MAX_SEARCH_WORDS,
  `Please search for at most ${MAX_SEARCH_WORDS} words.`,
);

/** A search of tools. It uses as many of the words as it has time for. */
export const toolSearchSchema = toSearchSchema(MAX_TOOL_SEARCH_LENGTH);

const ORDERED =
  'With `q`, `state`, `sort` or `page`, entries come in the requested order, and X-Total-Count is the total count, ' +
  'exact to 10,000.';

const TOO_FAR = `Please request pages 1 to ${MAX_PAGE}. To go further, follow the cursor in the Link header with rel="next".`;

export const pageNumberSchema = z.coerce
  .number()
  .int()
  .min(1)
  .max(MAX_PAGE, TOO_FAR)
  .optional()
  .meta({ description: `From 1 to ${MAX_PAGE}. Each page has \`limit\` entries.` });

/** The error of a query that asks for two different positions in a list. */
export const PAGE_AND_CURSOR = {
  path: ['page'],
  message: 'Please send either page or cursor, not both.',
};

/** The order with the best match first. Without words, the newest comes first. */
export const RELEVANCE = 'relevance';

/**
 * The parameters of a list that can be searched, filtered, sorted and paged. With any of them, the newest entry comes
 * first by default, and a header has the total. `-` before a sort key reverses the order.
 */
export function listQuerySchema<const Sort extends string, const State extends string>(options: {
  sorts: readonly Sort[];
  states: readonly State[];
  searches: string;
  /** The keys that sort by text. All others sort by a number or by age. */
  textSorts?: readonly Sort[];
  /** In a search with words, the best match comes first by default. */
  relevance?: boolean;
}) {
  const { textSorts = [], relevance = false } = options;
  const getKeyType = (sort: string) => {
    const key = sort.replace('-', '');
    if (key === 'created' || key === '') return null;
    return textSorts.some((one) => one === key) ? 'string' : 'number';
  };
  const sorts = [
    ...options.sorts.flatMap((sort) => [sort, `-${sort}`] as const),
    ...(relevance ? ([RELEVANCE] as const) : []),
  ];
  return pageQuerySchema
    .extend({
      q: (relevance ? toolSearchSchema : searchSchema).optional().meta({
        description: `${relevance ? `Search terms, matched against ${options.searches}` : `Words that must all appear in ${options.searches}`}; case is ignored. ${ORDERED}`,
      }),
      state: z.enum(options.states).optional(),
      sort: z
        .enum(sorts)
        .optional()
        .meta({
          description: `\`-\` reverses the order. The default is ${relevance ? '`relevance` with `q`, else ' : ''}\`-created\`.`,
        }),
      page: pageNumberSchema,
      cursor: cursorSchema,
    })
    .refine(
      (query) => {
        const byRelevance = relevance && toSearchWords(query.q).length > 0;
        const sort = isSearchQuery(query) ? (query.sort ?? (byRelevance ? RELEVANCE : '-created')) : '';
        return isCursorOf(query.cursor, sort, getKeyType(sort));
      },
      { path: ['cursor'], message: WRONG_CURSOR },
    )
    .refine((query) => query.cursor === undefined || query.page === undefined, PAGE_AND_CURSOR)
    .refine((query) => query.before === undefined || !isSearchQuery(query), {
      path: ['before'],
      message: 'Please do not combine this with q, state, sort or page.',
    });
}

export interface ListQuery<Sort extends string = string, State extends string = string> extends PageQuery {
  q?: string | undefined;
  state?: State | undefined;
  sort?: Sort | `-${Sort}` | typeof RELEVANCE | undefined;
  page?: number | undefined;
}

/** Whether a query asks for a page with its total, instead of the plain list in ascending order. */
export function isSearchQuery({ q, state, sort, page }: Partial<ListQuery>): boolean {
  return toSearchWords(q).length > 0 || state !== undefined || sort !== undefined || page !== undefined;
}
