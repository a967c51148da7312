/** What pages may load from besides the shop itself: origins, by what is loaded. */
export interface CspSources {
  scripts: readonly string[];
  frames: readonly string[];
  connections: readonly string[];
  images: readonly string[];
}

export const SELF_ONLY: CspSources = { scripts: [], frames: [], connections: [], images: [] };

/** What a page may load and do: from the shop and its hosted systems alone, and of inline scripts only those whose hash the page names. */
export function contentSecurityPolicy(scriptHashes: readonly string[], sources: CspSources): string {
  const hashes = scriptHashes.map((hash) => `'${hash}'`);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes, ...sources.scripts].join(' '),
    "style-src 'self'",
    // A tool's picture may lie on an image host; pictures that customers give are shown only when they are our own.
    ["img-src 'self' data: https:", ...sources.images].join(' '),
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
