import { createContext } from 'react-router';
import type { PageSources } from '#src/shared/page-policy.ts';
import type { ShopSettings } from '#src/shared/shop-settings.ts';
import type { Db } from './database.server.ts';
import type { RateLimits } from './limits.server.ts';
import type { Log } from './log.server.ts';
import type { MailDelivery } from './mail-delivery.ts';

/** What loaders of public pages work with. */
export interface PageShop {
  db: Db;
  publicUrl: string;
  log: Log;
  delivery: MailDelivery;
  settings: ShopSettings;
  sources: PageSources;
}

export const pageShop = createContext<PageShop>();

/** A loader adds the tags of what it shows; a page that shows something tagged is kept until that changes. */
export const shownTags = createContext<Set<string>>();

/** The parameters of its address that a page reads. With any other it is not kept: there is no end of those. */
export const readParameters = createContext<readonly string[]>([]);

/** Set when a page failed because the database is away: then it is worth trying again. */
export const pageFault = createContext<{ unavailable: boolean }>();

/** Who asks, as far as is known: for limits and the log. Never for what a page shows, since that is the same for everyone. */
export interface PageVisitor {
  limits: RateLimits;
  clientAddress: string;
  /** Of the request, as it stands in the log and in its answer's header. */
  requestId: string;
  /** Their form was larger than the shop reads, and has been dropped. */
  formTooLarge?: boolean;
}

export const pageVisitor = createContext<PageVisitor>();
