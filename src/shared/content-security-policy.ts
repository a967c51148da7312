/** Origins that pages may load from besides the shop itself. */
export interface CspSources {
  scripts: readonly string[];
  frames: readonly string[];
  connections: readonly string[];
  images: readonly string[];
}

export const SELF_ONLY: CspSources = { scripts: [], frames: [], connections: [], images: [] };

/** Hashes of inline scripts and styles, such as `sha256-…`. */
export interface InlineHashes {
  scripts: readonly string[];
  styles: readonly string[];
}

/** The header that allows a page the shop's own files, `sources`, and inline code with one of the hashes. */
export function contentSecurityPolicy(inline: InlineHashes, sources: CspSources): string {
  const quote = (hash: string) => `'${hash}'`;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...inline.scripts.map(quote), ...sources.scripts].join(' '),
    ["style-src 'self'", ...inline.styles.map(quote)].join(' '),
    // Admins may use an image from any host for a tool. Images of customers are shown only from our own storage.
    ["img-src 'self' data: https:", ...sources.images].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...sources.connections].join(' '),
    // Previews of emails are in a sandboxed frame.
    ["frame-src 'self'", ...sources.frames].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
