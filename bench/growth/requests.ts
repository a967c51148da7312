/** A call to measure: the address of each sample, which differ where a cache would answer otherwise. */
export interface Call {
  group: string;
  name: string;
  address(sample: number): string;
  /** Whether the admin asks; visitors do otherwise. */
  isAdmins: boolean;
  /** The call waits until what is cached of tools was thrown away. */
  afterChange?: boolean;
  /** It is there once another part of the shop has it. */
  isOptional?: boolean;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema?: { enum?: string[] };
}

interface Description {
  paths: Record<string, Record<string, { parameters?: Parameter[]; security?: unknown[] }>>;
}

const PAGE = 20;

/**
 * Every list that the shop's own description names: the plain list, each order and each state with their first page, page
 * 100 and two searches. Lists of later versions are measured as soon as they are there.
 */
export async function listListCalls(origin: string, adminEmail: string): Promise<Call[]> {
  const description = (await (await fetch(`${origin}/api/openapi.json`)).json()) as Description;
  const calls: Call[] = [];
  for (const [path, { get }] of Object.entries(description.paths)) {
    const parameters = get?.parameters ?? [];
    const find = (name: string) => parameters.find((one) => one.in === 'query' && one.name === name);
    // An export gives all there is, whatever the limit.
    if (!get || path.includes('{') || path.includes('/exports/') || !find('limit')) continue;
    const isAdmins = (get.security ?? []).length > 0;
    const own = find('email')?.required ? `&email=${encodeURIComponent(adminEmail)}` : '';
    const place = path.startsWith('/api') ? path : `/api${path}`;
    const isOfTools = place === '/api/tools';
    const add = (name: string, query: (sample: number) => string, isCached = false) =>
      calls.push({
        group: `GET ${place}`,
        name: isCached ? `${name}, cached` : name,
        isAdmins,
        afterChange: isOfTools && !isCached,
        address: (sample) => `${place}?${query(sample)}${own}`,
      });
    // What visitors read is cached, and thrown away with a change of any tool.
    if (!isAdmins) add('newest', () => `limit=${PAGE}`, true);
    if (isAdmins || isOfTools) add('newest', () => `limit=${PAGE}`);
    if (!find('page')) continue;
    for (const sort of find('sort')?.schema?.enum ?? []) add(`sort=${sort}`, () => `sort=${sort}&limit=${PAGE}`);
    for (const state of find('state')?.schema?.enum ?? []) add(`state=${state}`, () => `state=${state}&limit=${PAGE}`);
    add('page 100', () => `page=100&limit=${PAGE}`);
    add('page 100 of 100', () => 'page=100&limit=100');
    if (find('q') && place !== '/api/tools') {
      add('search, common word', () => `q=smith&limit=${PAGE}`);
      add('search, one buyer', (sample) => `q=buyer${sample * 3}@example.com&limit=${PAGE}`);
      add('search, nothing', (sample) => `q=zzyzx${sample}&limit=${PAGE}`);
    }
  }
  return calls;
}

/** What a size offers to ask for. */
export interface Samples {
  ids: readonly string[];
  slugs: readonly string[];
  skus: readonly string[];
  /** Addresses of categories; none while the shop has no such pages. */
  categories: readonly string[];
}

const at = (values: readonly string[], sample: number) => values[sample % values.length] ?? '';

const SEARCHES: Readonly<Record<string, readonly string[]>> = {
  'a common word': ['hammer', 'drill', 'set', 'screw', 'wrench', 'saw', 'pliers', 'bolt', 'cable', 'steel'],
  'a rare word': ['stillson', 'ryōba', 'titanium', 'teflon', 'dovetails', 'bamboo', 'pythagoras', 'shingles'],
  'several words': [
    'cordless hammer drill 18 v',
    'hex bolt m8 x 40 a2',
    'torque wrench 1/2 drive',
    'cutting disc 125 stainless steel',
    'wood screw 4 x 40 box of 200',
    'spirit level 600 mm magnetic',
  ],
  'a slip': [
    'hamemr',
    'cordles drill',
    'screwdrver',
    'wrnech 13 mm',
    'spirit levle',
    'angel grinder',
    'pilers',
    'chiesl',
  ],
  'nothing there': ['zzyzx', 'qqqwwweee', 'xylophon tuner', 'flugelhorn'],
};

/** Searches of tools, suggestions and what narrows a list, by visitors. */
export function listSearchCalls({ skus, categories }: Samples): Call[] {
  const search = (name: string, address: Call['address'], isOptional = false): Call => ({
    group: 'searches',
    name,
    isAdmins: false,
    isOptional,
    address,
  });
  const narrow = (name: string, address: Call['address']) => ({ ...search(name, address, true), group: 'categories' });
  const q = (word: string) => encodeURIComponent(word);
  return [
    ...Object.entries(SEARCHES).map(([name, words]) =>
      search(name, (sample) => `/api/tools?q=${q(at(words, sample))}&limit=${PAGE}`),
    ),
    search('a part number', (sample) => `/api/tools?q=${q(at(skus, sample))}&limit=${PAGE}`),
    search(
      'a part number without separators',
      (sample) => `/api/tools?q=${q(at(skus, sample).replaceAll(/[^A-Za-z0-9]/g, ''))}&limit=${PAGE}`,
    ),
    search(
      'a common word by price',
      (sample) => `/api/tools?q=${q(at(SEARCHES['a common word'] ?? [], sample))}&sort=price&limit=${PAGE}`,
    ),
    search('page of a search', (sample) => `/tools?q=${q(at(SEARCHES['a common word'] ?? [], sample))}&x=${sample}`),
    search(
      'suggestion, two letters',
      (sample) => `/api/tools/suggest?q=${at(['ha', 'dr', 'sc', 'wr', 'sa'], sample)}`,
      true,
    ),
    search(
      'suggestion, a word',
      (sample) => `/api/tools/suggest?q=${at(['hamm', 'screwd', 'wrenc', 'grind'], sample)}`,
      true,
    ),
    search('suggestion, a slip', (sample) => `/api/tools/suggest?q=${at(['hamer', 'scrwd', 'wrnch'], sample)}`, true),
    search('suggestion, part of a number', (sample) => `/api/tools/suggest?q=${q(at(skus, sample).slice(0, 5))}`, true),
    narrow('facets of all', () => '/api/tools/facets'),
    narrow('facets of a word', (sample) => `/api/tools/facets?q=${at(SEARCHES['a common word'] ?? [], sample)}`),
    narrow('the tree', () => '/api/categories'),
    narrow('page of a category', (sample) =>
      categories.length ? `/categories/${at(categories, sample)}?x=${sample}` : '/categories/none',
    ),
  ];
}

/** Pages and calls that everybody makes, cached and not. */
export function listPageCalls({ ids, slugs }: Samples): Call[] {
  const page = (name: string, address: Call['address'], afterChange = false): Call => ({
    group: 'pages and details',
    name,
    isAdmins: false,
    afterChange,
    address,
  });
  return [
    page('/home, cached', () => '/home'),
    page('/home, after a change', () => '/home', true),
    page('/tools, cached', () => '/tools'),
    page('/tools, after a change', () => '/tools', true),
    page('/tools?page=…, each another', (sample) => `/tools?page=${2 + (sample % 90)}`),
    page('/tools/{slug}, cached', () => `/tools/${at(slugs, 0)}`),
    page('/tools/{slug}, each another', (sample) => `/tools/${at(slugs, sample + 1)}`),
    page('GET /api/tools/{id}, cached', () => `/api/tools/${at(ids, 0)}`),
    page('GET /api/tools/{id}, each another', (sample) => `/api/tools/${at(ids, sample + 1)}`),
    page('GET /api/tools/{id}/related', (sample) => `/api/tools/${at(ids, sample)}/related`),
    page('/sitemap.xml', () => '/sitemap.xml'),
    page('/sitemap/1.xml', () => '/sitemap/1.xml'),
    { ...page('GET /api/overview', () => '/api/overview'), isAdmins: true },
    { ...page('GET /api/inbox', () => '/api/inbox'), isAdmins: true },
    { ...page('GET /api/inventory/{id}', (sample) => `/api/inventory/${at(ids, sample)}`), isAdmins: true },
    { ...page('GET /api/tools/{id}/history', (sample) => `/api/tools/${at(ids, sample)}/history`), isAdmins: true },
  ];
}
