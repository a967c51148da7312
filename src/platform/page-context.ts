import { createContext } from 'react-router';
import type { Db } from './database.server.ts';
import type { Log } from './log.server.ts';

/** What loaders of public pages work with. */
export interface PageShop {
  db: Db;
  publicUrl: string;
  log: Log;
}

export const pageShop = createContext<PageShop>();

/** A loader adds the tags of what it shows; a page that shows something tagged is kept until that changes. */
export const shownTags = createContext<Set<string>>();

/** Set when a page failed because the database is away: then it is worth trying again. */
export const pageFault = createContext<{ unavailable: boolean }>();
