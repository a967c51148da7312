/** Origins that pages may load from besides the shop itself. */
export interface CspSources {
  scripts: readonly string[];
  frames: readonly string[];
  connections: readonly string[];
  images: readonly string[];
}

export const SELF_ONLY: CspSources = { scripts: [], frames: [], connections: [], images: [] };

/** Hashes of what stands in the page itself, such as `sha256-…`. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

/** The header that allows a page the shop's own files, `sources`, and what stands inline with one of the hashes. */
export function contentSecurityPolicy(inline: InlineHashes, sources: CspSources): string {
  const quote = (hash: string) => `'${hash}'`;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts.map(quote), ...sources.scripts].join(' '),
    ["style-src 'self'", ...inline.styles.map(quote)].join(' '),
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
