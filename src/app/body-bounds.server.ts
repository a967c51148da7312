import { MAX_UPLOAD_BYTES } from '#src/features/images/encode.server.ts';
import { MAX_IMPORT_BYTES } from '#src/features/imports/rules.ts';

const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;
/** What a form has around its file. */
const FORM_BYTES = 64 * KIBIBYTE;

/** What a request may carry at most. */
export interface BodyBound {
  /** A path, or the beginning of paths with `*`. The first that fits holds. */
  path: string;
  maxBytes: number;
  /** How a body is kept while it arrives: in memory, in a file outside of it, or nowhere. */
  kept: 'memory' | 'file' | 'nowhere';
  /** For the whole body to arrive, in ms, where it is less than of any other request. */
  maxMs?: number;
}

/** Every route's bound. `docs/security.md` shows this list. */
export const BODY_BOUNDS: readonly BodyBound[] = [
  { path: '/api/images', maxBytes: MAX_UPLOAD_BYTES + FORM_BYTES, kept: 'file' },
  { path: '/api/documents', maxBytes: MAX_UPLOAD_BYTES + FORM_BYTES, kept: 'file' },
  { path: '/api/imports', maxBytes: MAX_IMPORT_BYTES + FORM_BYTES, kept: 'nowhere' },
  // A dispute's event holds all evidence: up to 150,000 characters of several bytes each.
  { path: '/api/webhooks/stripe', maxBytes: MEBIBYTE, kept: 'memory', maxMs: 3_000 },
  { path: '/api/*', maxBytes: 64 * KIBIBYTE, kept: 'memory' },
  { path: '/card-sandbox/v1/*', maxBytes: 64 * KIBIBYTE, kept: 'memory' },
  { path: '/*', maxBytes: 64 * KIBIBYTE, kept: 'memory' },
];

/** The bound of a path. There is none without. */
export function findBodyBound(path: string): BodyBound {
  const found = BODY_BOUNDS.find((bound) =>
    bound.path.endsWith('*') ? path.startsWith(bound.path.slice(0, -1)) : path === bound.path,
  );
  if (!found) throw new Error(`The path ${path} has no bound.`);
  return found;
}
