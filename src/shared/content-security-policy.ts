/** Origins that pages may load from besides the shop itself. */
export interface CspSources {
  scripts: readonly string[];
  frames: readonly string[];
  connections: readonly string[];
  images: readonly string[];
}

export const SELF_ONLY: CspSources = { scripts: [], frames: [], connections: [], images: [] };

/** The header that allows a page the shop's own files, `sources`, and inline scripts with one of the hashes. */
export function contentSecurityPolicy(scriptHashes: readonly string[], sources: CspSources): string {
  const hashes = scriptHashes.map((hash) => `'${hash}'`);
  return [
    "default-src 'none'",
    ["script-src 'self'", ...hashes, ...sources.scripts].join(' '),
    "style-src 'self'",
    // An admin may give a tool an image from any host. Images of customers are shown only from our own storage.
    ["img-src 'self' data: https:", ...sources.images].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...sources.connections].join(' '),
    // Previews of e-mails are framed, in a sandbox.
    ["frame-src 'self'", ...sources.frames].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
