import { RANGE_QUERIES } from '../search/judged-queries.ts';
import { makeSlips } from '../search/slips.ts';
import { at, type Call, PAGE, type Samples } from './requests.ts';

const COMMON_WORDS = ['hammer', 'drill', 'set', 'screw', 'wrench', 'saw', 'pliers', 'bolt', 'cable', 'steel'];
const UNKNOWN_WORDS = ['zzyzx', 'qqqwwweee', 'flugelhorn', 'krakatau', 'mxyzptlk', 'brobdingnag', 'quetzal', 'xanadu'];
const FEW = 30;
const SLIPS = 300;

/**
 * The judged queries of the search benchmark, grouped by what they test. Small groups are merged, and no query occurs
 * twice.
 */
function listQueries(): Map<string, string[]> {
  const queries = new Map<string, string[]>();
  for (const { group, text } of RANGE_QUERIES) queries.set(group, [...(queries.get(group) ?? []), text]);
  const few = [...queries].filter(([, texts]) => texts.length < FEW);
  for (const [group] of few) queries.delete(group);
  queries.set(few.map(([group]) => group).join(', '), [...new Set(few.flatMap(([, texts]) => texts))]);
  const judged = RANGE_QUERIES.map(({ group, text }) => ({ group, text, ideal: [3], grade: () => 0 }));
  queries.set(
    'a typo',
    makeSlips(judged, SLIPS).map(({ text }) => text),
  );
  queries.set(
    'no match',
    UNKNOWN_WORDS.flatMap((word) => ['', ' set', ' 12 mm', ' for wood'].map((rest) => word + rest)),
  );
  return queries;
}

/** What buyers have typed when suggestions are requested: the beginnings of queries. */
function listBeginnings(length: number): string[] {
  return [...new Set(RANGE_QUERIES.map(({ text }) => text.slice(0, length).trim()))].filter((text) => text.length > 1);
}

/** Each sample filters by different numbers, so that no cache answers. */
const FILTERS: readonly (readonly [name: string, toQuery: (sample: number) => string])[] = [
  ['one value', (sample) => `spec.Length=${sample + 1} mm`],
  ['a price range', (sample) => `price.min=${sample + 1}&price.max=${2 * sample + 40}`],
  [
    'a number range',
    (sample) => `spec.Length.min=${sample + 10}&spec.Length.max=${2 * sample + 200}&spec.Length.unit=mm`,
  ],
  ['a range without tools', (sample) => `spec.Length.min=${9_000_000 + sample}&spec.Length.unit=mm`],
  ['a price without tools', (sample) => `price.min=${900_000 + sample}`],
];

/**
 * Visitors' searches, suggestions, filters and facets. The shop caches searches until a tool changes. Unless its name
 * says 'again', a search is therefore requested only once or after a change.
 */
export function listSearchCalls({ skus, categories }: Samples): Call[] {
  const search = (name: string, address: Call['address'], rest: Partial<Call> = {}): Call => ({
    group: 'searches',
    name,
    isAdmins: false,
    address,
    ...rest,
  });
  const find = (q: string) => `/api/tools?q=${encodeURIComponent(q)}&limit=${PAGE}`;
  const suggest = (q: string) => `/api/tools/suggest?q=${encodeURIComponent(q)}`;
  const once = (name: string, queries: readonly string[], address: (q: string) => string) =>
    search(name, (sample) => address(at(queries, sample)), { distinct: queries.length });
  const narrow = (name: string, address: Call['address']): Call => ({
    ...search(name, address),
    group: 'categories',
    isOptional: true,
  });
  const filter = (where: string, toScope: (sample: number) => string) =>
    FILTERS.flatMap(([name, toQuery]) => [
      narrow(
        `list filtered by ${name}, ${where}`,
        (sample) => `/api/tools?limit=${PAGE}&${toScope(sample)}${toQuery(sample)}`,
      ),
      narrow(
        `facets filtered by ${name}, ${where}`,
        (sample) => `/api/tools/facets?${toScope(sample)}${toQuery(sample)}`,
      ),
    ]);
  return [
    ...[...listQueries()].map(([group, queries]) => once(group, queries, find)),
    once('a part number', skus, find),
    once(
      'a part number without separators',
      skus.map((sku) => sku.replaceAll(/[^A-Za-z0-9]/g, '')),
      find,
    ),
    search('a common word, after a change', (sample) => find(at(COMMON_WORDS, sample)), { afterChange: true }),
    search('a common word, again', (sample) => find(at(COMMON_WORDS, sample))),
    search('a common word by price', (sample) => `${find(at(COMMON_WORDS, sample))}&sort=price`, { afterChange: true }),
    search('search page, after a change', (sample) => `/tools?q=${at(COMMON_WORDS, sample)}&x=${sample}`, {
      afterChange: true,
    }),
    once('suggestion, two letters', listBeginnings(2), suggest),
    once('suggestion, five letters', listBeginnings(5), suggest),
    once('suggestion, several words', listBeginnings(14), suggest),
    search('suggestion, part of a number', (sample) => suggest(at(skus, sample).slice(0, 5))),
    narrow('facets of all tools', () => '/api/tools/facets'),
    narrow('facets of a search', (sample) => `/api/tools/facets?q=${at(COMMON_WORDS, sample)}`),
    ...(categories.length ? filter('in a category', (sample) => `category=${at(categories, sample)}&`) : []),
    ...filter('without a category', () => ''),
    narrow('category tree', () => '/api/categories'),
    narrow('category page', (sample) =>
      categories.length ? `/categories/${at(categories, sample)}?x=${sample}` : '/categories/none',
    ),
  ];
}
