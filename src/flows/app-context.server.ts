import type { Pool } from 'pg';
import type { EmbeddedIdentity } from '#src/features/identity/embedded-identity.server.ts';
import type { MailContext } from '#src/features/mail/outbox.server.ts';
import type { PaperRenderer } from '#src/features/papers/paper-renderer.server.ts';
import type { CardProvider } from '#src/features/payments/provider.server.ts';
import type { RememberedTax } from '#src/features/payments/remembered-tax.server.ts';
import type { ShippingStore } from '#src/features/shipping/shipping-store.server.ts';
import type { ShopSettingsStore } from '#src/features/shop-settings/settings-store.server.ts';
import type { TaxRateStore } from '#src/features/taxes/tax-rate-store.server.ts';
import type { VatChecker } from '#src/features/vat-checks/vat-checker.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import type { HealthRegistry } from '#src/platform/health-registry.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import type { RateLimits } from '#src/platform/rate-limits.server.ts';
import type { ResponseCache } from '#src/platform/response-cache/response-cache.server.ts';
import type { CspSources } from '#src/shared/content-security-policy.ts';
import type { PublicSettings } from '#src/shared/public-settings.ts';

/** The workers of the shop. Code that writes a due row notifies its worker. */
export type WorkerName = 'mail' | 'webhook-events' | 'account-requests' | 'stock-alerts' | 'tool-search' | 'imports';

/** What flows work with. A flow takes all of it, or picks what it needs. */
export interface AppContext extends Pick<MailContext, 'initialMailState' | 'getCompany'> {
  db: Db;
  /** The connections behind `db`, for hand-written statements. */
  pool: Pool;
  responseCache: ResponseCache;
  limits: RateLimits;
  log: Log;
  provider: CardProvider;
  /** Renders invoices and other papers as PDF. */
  paperRenderer: PaperRenderer;
  /** Null if people sign in at a hosted service. */
  identity: EmbeddedIdentity | null;
  /** Starts a worker soon. A hint only: what it misses is polled. */
  notify(worker: WorkerName): void;
  publicUrl: string;
  /** What the owner of the shop has decided. */
  shopSettings: ShopSettingsStore;
  /** Empty, and without effect, if the shop charges no tax. */
  taxRates: TaxRateStore;
  /** Null unless a service calculates the tax. */
  taxService: RememberedTax | null;
  /** Asks whether VAT IDs are registered. Null if only their check digits are checked. */
  vatChecker: VatChecker | null;
  /** How orders can be shipped. Empty if the shop charges no shipping. */
  shipping: ShippingStore;
  /** Whether unpaid orders are limited, because anybody can place them. Not while measuring. */
  boundsUnpaidOrders: boolean;
  /** The health of the external systems. */
  health: HealthRegistry;
  /** The settings that browsers know, and the sources that pages may load from because of them. */
  settings: PublicSettings;
  sources: CspSources;
}
