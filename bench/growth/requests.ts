/** A call to measure. The addresses of its samples differ if a cache would answer otherwise. */
export interface Call {
  group: string;
  name: string;
  address(sample: number): string;
  /** Whether an admin makes the call, instead of a visitor. */
  isAdmins: boolean;
  /** Cached responses about tools are invalidated before each call. */
  afterChange?: boolean;
  /** The number of different addresses. Each is requested once, no matter how long that takes. */
  distinct?: number;
  /** Not every version of the shop has the call. */
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

export const PAGE = 20;
/** The last page that has a number. */
const MAX_PAGE = 100;

/**
 * All lists in the shop's OpenAPI description: the plain list, the first page of each order and each state, the last
 * numbered page, and searches. New lists are measured without a change here.
 */
export async function listListCalls(origin: string, adminEmail: string, admin: string): Promise<Call[]> {
  const description = (await (await fetch(`${origin}/api/openapi.json`)).json()) as Description;
  const calls: Call[] = [];
  for (const [path, { get }] of Object.entries(description.paths)) {
    const parameters = get?.parameters ?? [];
    const find = (name: string) => parameters.find((one) => one.in === 'query' && one.name === name);
    // An export ignores the limit.
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
    // Visitors' lists are cached until any tool changes.
    if (!isAdmins) add('newest', () => `limit=${PAGE}`, true);
    if (isAdmins || isOfTools) add('newest', () => `limit=${PAGE}`);
    if (!find('page')) continue;
    for (const sort of find('sort')?.schema?.enum ?? []) add(`sort=${sort}`, () => `sort=${sort}&limit=${PAGE}`);
    for (const state of find('state')?.schema?.enum ?? []) add(`state=${state}`, () => `state=${state}&limit=${PAGE}`);
    const total = await countEntries(`${origin}${place}?page=1&limit=1${own}`, isAdmins ? admin : null);
    for (const limit of [PAGE, 100]) {
      // The last full page: otherwise, pages with different numbers of rows would be compared.
      const last = Math.max(1, Math.min(MAX_PAGE, Math.floor(total / limit)));
      add(`last page of ${limit}`, () => `page=${last}&limit=${limit}`);
    }
    if (find('q') && place !== '/api/tools') {
      add('search, common word', () => `q=smith&limit=${PAGE}`);
      add('search, one buyer', (sample) => `q=buyer${sample * 3}@example.com&limit=${PAGE}`);
      add('search, no match', (sample) => `q=zzyzx${sample}&limit=${PAGE}`);
    }
  }
  return calls;
}

/** Returns the number of entries that a list reports. */
async function countEntries(address: string, token: string | null): Promise<number> {
  const response = await fetch(address, token ? { headers: { authorization: `Bearer ${token}` } } : {});
  await response.text();
  return Number.parseInt(response.headers.get('x-total-count') ?? '0', 10);
}

/** The addresses that can be requested from an installation. */
export interface Samples {
  ids: readonly string[];
  slugs: readonly string[];
  /** The number of pages of `/tools` to request, from the second on. */
  pages: number;
  skus: readonly string[];
  /** Slugs of categories. Empty if the shop has no such pages. */
  categories: readonly string[];
}

/** Returns the value for a sample, starting over after the last value. */
export const at = (values: readonly string[], sample: number) => values[sample % values.length] ?? '';

/** Pages and API calls outside lists and searches, cached and not cached. */
export function listPageCalls({ ids, slugs, pages }: Samples): Call[] {
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
    page('/tools?page=…, after a change', (sample) => `/tools?page=${2 + (sample % pages)}`, true),
    page('/tools/{slug}, cached', () => `/tools/${at(slugs, 0)}`),
    page('/tools/{slug}, a different one each time', (sample) => `/tools/${at(slugs, sample + 1)}`),
    page('GET /api/tools/{id}, cached', () => `/api/tools/${at(ids, 0)}`),
    page('GET /api/tools/{id}, a different one each time', (sample) => `/api/tools/${at(ids, sample + 1)}`),
    page('GET /api/tools/{id}/related', (sample) => `/api/tools/${at(ids, sample)}/related`),
    page('/sitemap.xml', () => '/sitemap.xml'),
    page('/sitemap/1.xml', () => '/sitemap/1.xml'),
    { ...page('GET /api/overview', () => '/api/overview'), isAdmins: true },
    { ...page('GET /api/inbox', () => '/api/inbox'), isAdmins: true },
    { ...page('GET /api/inventory/{id}', (sample) => `/api/inventory/${at(ids, sample)}`), isAdmins: true },
    { ...page('GET /api/tools/{id}/history', (sample) => `/api/tools/${at(ids, sample)}/history`), isAdmins: true },
  ];
}
