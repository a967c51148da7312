import type { Pool } from 'pg';
import type { CardProvider } from '#src/features/payments/provider.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import type { HealthRegistry } from '#src/platform/health-registry.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import type { MailDelivery } from '#src/platform/mail-delivery.ts';
import type { ResponseCache } from '#src/platform/response-cache/response-cache.server.ts';
import type { CspSources } from '#src/shared/content-security-policy.ts';
import type { PublicSettings } from '#src/shared/public-settings.ts';

import type { WebhookWorker } from './checkout/webhook-worker.server.ts';

/** What the flows work with. */
export interface AppContext {
  db: Db;
  /** The connections behind `db`, for statements written out by hand. */
  pool: Pool;
  responseCache: ResponseCache;
  log: Log;
  provider: CardProvider;
  /** What becomes of the mails that are written. */
  delivery: MailDelivery;
  /** What the provider tells us. */
  webhookWorker: WebhookWorker;
  publicUrl: string;
  /** How long an unpaid order keeps its stock. */
  holdHours: number;
  /** What is known of the systems the shop works with. */
  health: HealthRegistry;
  /** What browsers are told of them, and where pages may load from because of them. */
  settings: PublicSettings;
  sources: CspSources;
}
