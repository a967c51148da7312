import { createContext } from 'react-router';
import type { CspSources } from '#src/shared/content-security-policy.ts';
import type { PublicSettings } from '#src/shared/public-settings.ts';
import type { Db } from './database.server.ts';
import type { Log } from './log.server.ts';
import type { RateLimits } from './rate-limits.server.ts';

/** What loaders of public pages work with. */
export interface PageContext {
  db: Db;
  publicUrl: string;
  log: Log;
  /** Of a mail that a form leads to. */
  initialMailState: 'waiting' | 'stored';
  notify(worker: 'mail'): void;
  settings: PublicSettings;
  sources: CspSources;
}

export const pageContext = createContext<PageContext>();

/** A loader adds the tags of what it shows. A public page is cached until something with one of its tags changes. */
export const cacheTags = createContext<Set<string>>();

/**
 * The `handle` of a page that is the same for everybody, with the parameters of its address that it reads. With any
 * other it is not cached: there is no end of such addresses.
 */
export interface PublicPage {
  publicParameters: readonly string[];
}

/** Set when a page failed because the database is away: then it is worth trying again. */
export const pageError = createContext<{ unavailable: boolean }>();

/** Who asks, as far as is known: for limits and the log. Never for what a page shows, since that is the same for everyone. */
export interface RequestInfo {
  limits: RateLimits;
  clientAddress: string;
  /** Of the request, as it stands in the log and in its answer's header. */
  requestId: string;
  /** Their form was larger than the shop reads, and has been dropped. */
  formTooLarge?: boolean;
}

export const requestInfo = createContext<RequestInfo>();
