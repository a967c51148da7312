import * as z from 'zod';
import { MAX_PAGE, MAX_SEARCH_LENGTH, MAX_SEARCH_WORDS, toSearchWords } from './pagination.ts';

export const MAX_PAGE_SIZE = 100;

/**
 * The two parameters of every list. Without them: the newest 100, in ascending order of creation.
 * `before` is an `_id`: only what was created before it.
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
  'With `q`, `state`, `sort` or `page` the answer is in the asked order and X-Total-Count says how many there are in all.';

/**
 * The parameters of a list that people search, narrow, sort and turn the pages of. Any of `q`, `state`, `sort` and
 * `page` makes it a listing: in the asked order, newest first unless said otherwise, with its total in a header.
 * `-` before a sort key turns it round.
 */
export function listQuerySchema<const Sort extends string, const State extends string>(choices: {
  sorts: readonly Sort[];
  states: readonly State[];
  searches: string;
}) {
  const sorts = choices.sorts.flatMap((sort) => [sort, `-${sort}`] as const);
  return pageQuerySchema
    .extend({
      q: searchSchema.optional().meta({
        description: `Words that all have to occur in ${choices.searches}; case does not matter. ${ORDERED}`,
      }),
      state: z.enum(choices.states).optional(),
      sort: z.enum(sorts).optional().meta({ description: '`-` turns the order round; `-created` unless given.' }),
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

/** Whether it is to be answered as a listing rather than as the plain, ascending list. */
export function isSearchQuery({ q, state, sort, page }: Partial<ListQuery>): boolean {
  return toSearchWords(q).length > 0 || state !== undefined || sort !== undefined || page !== undefined;
}
