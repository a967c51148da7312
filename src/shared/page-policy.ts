/** What pages may load from besides the shop itself: origins, by what is loaded. */
export interface PageSources {
  scripts: readonly string[];
  frames: readonly string[];
  connections: readonly string[];
  pictures: readonly string[];
}

export const OWN_SOURCES: PageSources = { scripts: [], frames: [], connections: [], pictures: [] };

/** What a page may load and do: from the shop and its hosted systems alone, and of inline scripts only those whose hash the page names. */
export function pagePolicy(scriptHashes: readonly string[], sources: PageSources): string {
  const hashes = scriptHashes.map((hash) => `'${hash}'`);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes, ...sources.scripts].join(' '),
    "style-src 'self'",
    // A tool's picture may lie on an image host; pictures that customers give are shown only when they are our own.
    ["img-src 'self' data: https:", ...sources.pictures].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...sources.connections].join(' '),
    // Our own alone are framed: mails as they look, in a sandbox.
    ["frame-src 'self'", ...sources.frames].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
