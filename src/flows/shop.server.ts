import type { Pool } from 'pg';
import type { CardProvider } from '#src/features/payments/provider.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import type { KeptAnswers } from '#src/platform/kept.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import type { MailDelivery } from '#src/platform/mail-delivery.ts';
import type { PortBoard } from '#src/platform/port-health.server.ts';
import type { PageSources } from '#src/shared/page-policy.ts';
import type { ShopSettings } from '#src/shared/shop-settings.ts';

import type { ProviderEvents } from './provider-events.server.ts';

/** What the flows work with. */
export interface Shop {
  db: Db;
  /** The connections behind `db`, for statements written out by hand. */
  pool: Pool;
  kept: KeptAnswers;
  log: Log;
  provider: CardProvider;
  /** What becomes of the mails that are written. */
  delivery: MailDelivery;
  /** What the provider tells us. */
  events: ProviderEvents;
  publicUrl: string;
  /** How long an unpaid order keeps its stock. */
  holdHours: number;
  /** What is known of the systems the shop works with. */
  ports: PortBoard;
  /** What browsers are told of them, and where pages may load from because of them. */
  settings: ShopSettings;
  sources: PageSources;
}
