/** @typedef {Record<string, unknown>} Entry */

/** The files that every page has loaded before its list of routes and before it imports another file: nothing preloads them. */
export const ALWAYS_LOADED = /(?:^|\/)(rolldown-runtime|vendor|frame)-[\w-]{7}\.js$/;

/**
 * Writes React Router's list of routes, which every page loads, as a table. Its objects repeat their keys, most of their
 * values and the names of files, which is a fifth of its compressed size.
 * @param {string} script
 */
export function shortenRouteManifest(script) {
  const [, json = ''] = /^window\.__reactRouterManifest=([\s\S]*);$/.exec(script) ?? [];
  /** @type {{ routes: Record<string, Entry & { imports: string[] }> }} */
  const { routes, ...others } = JSON.parse(json);
  const entries = Object.values(routes).map(({ imports, ...route }) => ({
    ...route,
    imports: imports.filter((file) => !ALWAYS_LOADED.test(file)),
  }));
  const keys = [...new Set(entries.flatMap(Object.keys))];
  const rows = entries.map((/** @type {Entry} */ entry) => keys.map((key) => encode(entry[key])));
  return `{const k=${JSON.stringify(keys)},r={},f=s=>"/assets/"+s.slice(1)+".js",d=v=>v===0?!1:v===1?!0:Array.isArray(v)?v.map(d):v?.[0]==="@"?f(v):v;for(const v of ${JSON.stringify(rows)}){const o={};v.forEach((v,i)=>v!==2&&(o[k[i]]=d(v)));r[o.id]=o}window.__reactRouterManifest={...${JSON.stringify(others)},routes:r}}`;
}

/**
 * The shortest values stand for the most frequent ones, and a file lacks its folder.
 * @param {unknown} value
 * @returns {unknown}
 */
function encode(value) {
  if (value === undefined) return 2;
  if (typeof value === 'boolean') return Number(value);
  if (Array.isArray(value)) return value.map(encode);
  const [, file] = /^\/assets\/(.+)\.js$/.exec(String(value)) ?? [];
  return file === undefined ? value : `@${file}`;
}
