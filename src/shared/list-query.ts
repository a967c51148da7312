import * as z from 'zod';
import { MAX_PAGE, MAX_SEARCH_LENGTH, MAX_SEARCH_WORDS, toSearchWords } from './pagination.ts';

export const MAX_PAGE_SIZE = 100;

/**
 * The two parameters of every list. Without them a list returns the newest 100, the oldest of these first.
 * `before` is an `_id`: the list then ends with the entry created before it.
 */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(MAX_PAGE_SIZE),
  before: z
    .string()
    .regex(/^[A-Za-z0-9]{24}$/)
    .optional(),
});

export type PageQuery = z.infer<typeof pageQuerySchema>;

const searchSchema = z
  .string()
  .max(MAX_SEARCH_LENGTH, `Please search for at most ${MAX_SEARCH_LENGTH} characters.`)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  .regex(/^[^\u0000-\u0008\u000e-\u001f\u007f]*$/, 'Please use plain text.')
  .refine(
    (search) => toSearchWords(search).length <= MAX_SEARCH_WORDS,
    `Please search for at most ${MAX_SEARCH_WORDS} words.`,
  );

const ORDERED =
  'With `q`, `state`, `sort` or `page` the entries come in the requested order, and X-Total-Count is the count of all.';

/**
 * The parameters of a list that can be searched, filtered, sorted and paged. With any of them the newest entry comes
 * first by default, and a header has the total. `-` before a sort key reverses it.
 */
export function listQuerySchema<const Sort extends string, const State extends string>(options: {
  sorts: readonly Sort[];
  states: readonly State[];
  searches: string;
}) {
  const sorts = options.sorts.flatMap((sort) => [sort, `-${sort}`] as const);
  return pageQuerySchema
    .extend({
      q: searchSchema.optional().meta({
        description: `Words that all have to occur in ${options.searches}; case does not matter. ${ORDERED}`,
      }),
      state: z.enum(options.states).optional(),
      sort: z.enum(sorts).optional().meta({ description: '`-` reverses the order. The default is `-created`.' }),
      page: z.coerce
        .number()
        .int()
        .min(1)
        .max(MAX_PAGE)
        .optional()
        .meta({ description: 'From 1, of `limit` entries each.' }),
    })
    .refine((query) => query.before === undefined || !isSearchQuery(query), {
      path: ['before'],
      message: 'Please leave this out together with q, state, sort or page.',
    });
}

export interface ListQuery<Sort extends string = string, State extends string = string> extends PageQuery {
  q?: string | undefined;
  state?: State | undefined;
  sort?: Sort | `-${Sort}` | undefined;
  page?: number | undefined;
}

/** Whether a query asks for a page with its total, rather than for the plain list in ascending order. */
export function isSearchQuery({ q, state, sort, page }: Partial<ListQuery>): boolean {
  return toSearchWords(q).length > 0 || state !== undefined || sort !== undefined || page !== undefined;
}
