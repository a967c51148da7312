import { MAX_UPLOAD_BYTES } from '#src/features/images/encode.server.ts';
import { MAX_IMPORT_BYTES } from '#src/features/imports/rules.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
/** Room for the rest of a form with a file. */
const FORM_BYTES = 64 * KIBIBYTE;

/** The size limit of a request body. */
export interface BodyBound {
  /** A path, or a prefix of paths that ends in `*`. The first match applies. */
  path: string;
  maxBytes: number;
  /** Where a body is stored while it arrives: in memory, in a file, or nowhere. */
  kept: 'memory' | 'file' | 'nowhere';
  /** How long the whole body may take to arrive, in ms, if that is less than for other requests. */
  maxMs?: number;
}

/** The limit of every route. `docs/security.md` has this list. */
export const BODY_BOUNDS: readonly BodyBound[] = [
  { path: '/api/images', maxBytes: MAX_UPLOAD_BYTES + FORM_BYTES, kept: 'file' },
  { path: '/api/documents', maxBytes: MAX_UPLOAD_BYTES + FORM_BYTES, kept: 'file' },
  { path: '/api/imports', maxBytes: MAX_IMPORT_BYTES + FORM_BYTES, kept: 'nowhere' },
  // The event of a dispute contains all evidence: up to 150,000 characters of several bytes each.
  { path: '/api/webhooks/stripe', maxBytes: MEBIBYTE, kept: 'memory', maxMs: 3_000 },
  { path: '/api/*', maxBytes: 64 * KIBIBYTE, kept: 'memory' },
  { path: '/card-sandbox/v1/*', maxBytes: 64 * KIBIBYTE, kept: 'memory' },
  { path: '/*', maxBytes: 64 * KIBIBYTE, kept: 'memory' },
];

/** The limit of a path. Every path has one. */
export function findBodyBound(path: string): BodyBound {
  const found = BODY_BOUNDS.find((bound) =>
    bound.path.endsWith('*') ? path.startsWith(bound.path.slice(0, -1)) : path === bound.path,
  );
  if (!found) throw new Error(`The path ${path} has no bound.`);
  return found;
}
