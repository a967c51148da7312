import { createContext } from 'react-router';
import type { Db } from './database.server.ts';

/** What loaders of public pages work with. */
export interface PageShop {
  db: Db;
  publicUrl: string;
}

export const pageShop = createContext<PageShop>();

/** A loader adds the tags of what it shows; a page that shows something tagged is kept until that changes. */
export const shownTags = createContext<Set<string>>();
