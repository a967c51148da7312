import { createToolSearchWorker } from '#src/features/catalogue/search/index-worker.server.ts';
import { claimForGoogle, lockAccount } from '#src/features/identity/account-ownership.server.ts';
import {
  createEmbeddedIdentityService,
  type EmbeddedIdentity,
} from '#src/features/identity/embedded-identity.server.ts';
import { createFirebaseIssuer } from '#src/features/identity/firebase-issuer.server.ts';
import { createGoogleSignIn } from '#src/features/identity/google-sign-in.server.ts';
import type { IdentityIssuer } from '#src/features/identity/id-tokens.server.ts';
import type { ImageUploads } from '#src/features/images/image-uploads.server.ts';
import { createMailWorker, type MailWorker } from '#src/features/mail/mail-worker.server.ts';
import { createMailServer } from '#src/features/mail/smtp.server.ts';
import { createPaperRenderer } from '#src/features/papers/paper-renderer.server.ts';
import { guardTaxCalculator } from '#src/features/payments/guarded-tax-calculator.server.ts';
import { instrumentProvider } from '#src/features/payments/instrumented-provider.server.ts';
import type { CardProvider } from '#src/features/payments/provider.server.ts';
import { type RememberedTax, rememberTax } from '#src/features/payments/remembered-tax.server.ts';
import type { TaxCalculator } from '#src/features/payments/tax-calculator.server.ts';
import { createShippingStore } from '#src/features/shipping/shipping-store.server.ts';
import { createCompanyReader, createShopSettingsStore } from '#src/features/shop-settings/settings-store.server.ts';
import { createTaxRateStore } from '#src/features/taxes/tax-rate-store.server.ts';
import { createVatChecker, type VatChecker } from '#src/features/vat-checks/vat-checker.server.ts';
import { createVies } from '#src/features/vat-checks/vies.server.ts';
import { createAccountRequestWorker, sendConfirmation } from '#src/flows/accounts/account-request-worker.server.ts';
import type { AppContext, WorkerName } from '#src/flows/app-context.server.ts';
import { checkBackups } from '#src/flows/backups/last-backup.server.ts';
import { createImportWorker } from '#src/flows/imports/import-worker.server.ts';
import { createWebhookWorker } from '#src/flows/payments/webhook-worker.server.ts';
import { followChanges } from '#src/flows/settings/follow-settings.server.ts';
import { applyCurrency } from '#src/flows/settings/shop-currency.server.ts';
import { createStockAlertWorker } from '#src/flows/stock-alerts/stock-alert-worker.server.ts';
import { findOwnVatId } from '#src/flows/taxes/own-vat-id.ts';
import type { Database } from '#src/platform/database.server.ts';
import type { DatabaseMonitor } from '#src/platform/database-monitor.server.ts';
import {
  createHealthRegistry,
  type HealthMonitor,
  type HealthRegistry,
  PROBE_SKIPPED,
} from '#src/platform/health-registry.server.ts';
import { createUploadPlaces } from '#src/platform/http/upload-places.server.ts';
import {
  createImageProcess,
  type ImageLimits,
  type ImageProcess,
} from '#src/platform/image-process/image-process.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { createMetrics, type Metrics } from '#src/platform/metrics.server.ts';
import { createRateLimits } from '#src/platform/rate-limits.server.ts';
import type { Replica } from '#src/platform/replica/replica.server.ts';
import { createResponseCache } from '#src/platform/response-cache/response-cache.server.ts';
import { deriveKey } from '#src/platform/secret/secret.server.ts';
import { QUERY_TIMEOUT_MS } from '#src/platform/session-limits.server.ts';
import type { TaxMetrics } from '#src/platform/tax-metrics.server.ts';
import type { WalArchiver } from '#src/platform/wal-archive/wal-archiver.server.ts';
import { createWorkerGroup, type WorkerGroup } from '#src/platform/worker/worker-group.server.ts';
import type { WorkerMetrics } from '#src/platform/worker/worker-metrics.server.ts';
import { type CountSharing, UNSHARED } from '#src/platform/worker-processes/count-sharing.server.ts';
import { ALWAYS_OURS, type MachineTurn } from '#src/platform/worker-processes/machine-turn.server.ts';
import { type AppDependencies, createApp } from './app.server.ts';
import { toBrowserSettings } from './browser-settings.server.ts';
import type { CardPayments } from './card-sandbox.server.ts';
import { createConfiguredImageUploads } from './image-storage.server.ts';
import { createRenderingLimit } from './rendering-limit.server.ts';
import type { Settings } from './settings.server.ts';
import { createTileProbe } from './tile-probe.server.ts';

export interface ShopInstance {
  app: ReturnType<typeof createApp>;
  context: AppContext;
  /** Null if people sign in at a hosted service. */
  identity: EmbeddedIdentity | null;
  images: ImageUploads;
  imageProcess: ImageProcess;
  metrics: Metrics;
  workers: WorkerGroup<WorkerName>;
}

/** What the workers of a machine share; nothing if the shop is a single process. */
export interface SharedParts {
  sharing: CountSharing;
  imageTurn: MachineTurn;
}

const RESPONSE_CACHE_BYTES = 64 * 1024 * 1024;
/** Shorter than the registry's timeout, so that the provider's own error is shown. */
const PROBE_TIMEOUT_MS = 4_500;

/** Assembles the shop from its database, card provider and browser side. Both the start and the tests use it. */
export function createShop(parts: {
  settings: Settings;
  database: Database;
  cards: CardPayments;
  log: Log;
  browserSide?: AppDependencies['browserSide'] | ((context: AppContext) => AppDependencies['browserSide']);
  metrics?: Metrics;
  /** Null unless the log of the built-in database is archived. */
  walArchiver?: WalArchiver | null;
  imageLimits?: Partial<ImageLimits>;
  shared?: SharedParts;
  bodyLimits?: AppDependencies['bodyLimits'];
}): ShopInstance {
  const { settings, database, cards, log, metrics = createMetrics() } = parts;
  const { sharing, imageTurn } = parts.shared ?? { sharing: UNSHARED, imageTurn: ALWAYS_OURS };
  const { db, pool, monitor, replica } = database;
  const responseCache = createResponseCache({
    maxBytes: RESPONSE_CACHE_BYTES,
    maxAgeMs: 60_000,
    outage: {
      isKnown: () => monitor.last().state === 'away',
      // A page of a standby may have failed because something beside it could not be written. And a page that was
      // computed when the server ended may fail only after another server has taken over.
      isConfirmed: async () => (await monitor.check()) !== 'writable' || monitor.hasLostConnection(QUERY_TIMEOUT_MS),
    },
  });
  const health = createHealthRegistry(log);
  metrics.observe({ pool, responseCache, monitor, health, replica });
  health.register('database', settings.database.kind, () => probeDatabase(monitor));
  if (replica) health.register('replica', 'streaming', () => probeReplica(replica));
  const { provider } = cards;
  const shopSettings = createShopSettingsStore(db, log, () => {
    applyCurrency(provider, shopSettings);
    responseCache.invalidateAll();
  });
  applyCurrency(provider, shopSettings);
  const taxRates = createTaxRateStore(db, log, responseCache.invalidateAll);
  const shipping = createShippingStore(db, log, responseCache.invalidateAll);
  database.changes.follow(followChanges({ responseCache, shopSettings, taxRates, shipping }));
  const getCompany = createCompanyReader(shopSettings);
  const { map, publicUrl } = settings;
  health.register(
    'map',
    map.kind,
    map.kind === 'tiles'
      ? createTileProbe({ template: map.url, publicUrl, getLocation: () => getCompany().location })
      : undefined,
  );
  const { walArchiver = null } = parts;
  if (settings.backup.dailyAt)
    health.register('backup', 'scheduled', () => checkBackups(db, walArchiver, metrics.backups));
  const workers = createWorkerGroup<WorkerName>();
  const { settings: browserSettings, sources } = toBrowserSettings(settings);
  const limits = createRateLimits(pool, settings.rateLimits, log, sharing);
  const contextWithoutIdentity: Omit<AppContext, 'identity'> = {
    db,
    pool,
    responseCache,
    limits,
    log,
    initialMailState: settings.mail.kind === 'smtp' ? 'waiting' : 'stored',
    notify: workers.notify,
    paperRenderer: createPaperRenderer({ log }),
    provider: createPayments(health, settings, provider),
    publicUrl,
    shopSettings,
    taxRates,
    taxService: createTaxService(health, settings, cards.taxCalculator, metrics.tax),
    vatChecker: openVatChecker(settings, { db, limits, health, getCompany }),
    shipping,
    getCompany,
    boundsUnpaidOrders: settings.rateLimits,
    health,
    settings: browserSettings,
    sources,
  };
  const { identity, issuer, served } = createIdentity(settings, contextWithoutIdentity);
  const context: AppContext = { ...contextWithoutIdentity, identity };
  const signUp = settings.identity.kind === 'embedded' ? settings.identity.signUp : 'confirmed';
  workers.add(createWebhookWorker(context, metrics.workers));
  workers.add(createAccountRequestWorker({ ...context, signUp }, metrics.workers));
  workers.add(createStockAlertWorker(context, metrics.workers));
  workers.add(createToolSearchWorker(context, metrics.workers));
  workers.add(createImportWorker(context, metrics.workers));
  const mailWorker = registerMail(settings, context, metrics.workers);
  if (mailWorker) workers.add(mailWorker);
  const imageLimits = parts.imageLimits ?? {};
  const imageProcess = createImageProcess({ log, metrics: metrics.images, limits: imageLimits, turn: imageTurn });
  const images = createConfiguredImageUploads(settings, { db, log, health, imageProcess });
  const { browserSide } = parts;
  const uploads = createUploadPlaces(imageProcess, settings.imageFolder);
  const app = createApp({
    monitor,
    uploads,
    bodyLimits: parts.bodyLimits,
    context,
    issuer,
    images,
    imageProcess,
    cardForm: cards.cardForm,
    limits,
    limitRendering: createRenderingLimit(settings.rateLimits, sharing),
    metrics,
    trustedProxies: settings.trustedProxies,
    metricsToken: settings.metricsToken,
    urlKey: deriveKey(settings.secret, 'signed-url'),
    identity: served,
    cardSandbox: cards.browserApi,
    browserSide: typeof browserSide === 'function' ? browserSide(context) : browserSide,
  });
  return { app, context, identity, images, imageProcess, metrics, workers };
}

/** Null unless somebody is asked whether VAT IDs are registered. */
function openVatChecker(
  { vatCheck }: Settings,
  { db, limits, health, getCompany }: Pick<AppContext, 'db' | 'limits' | 'health' | 'getCompany'>,
): VatChecker | null {
  if (vatCheck.kind === 'off') return null;
  return createVatChecker({
    db,
    limits,
    register: createVies(vatCheck.url),
    monitor: health.register('vat_check', vatCheck.kind, 'by use'),
    getRequester: () => findOwnVatId(getCompany()),
  });
}

async function probeDatabase(monitor: DatabaseMonitor): Promise<void> {
  const state = await monitor.check();
  if (state === 'away') throw new Error('It does not respond.');
  if (state === 'read_only')
    throw new Error('It accepts no writes: it is a standby, or another server has taken over.');
}

async function probeReplica(replica: Replica): Promise<unknown> {
  const { state, reason } = await replica.check();
  if (state === 'starting') return PROBE_SKIPPED;
  if (state !== 'current') throw new Error(reason ?? state);
  return undefined;
}

/** The worker that sends emails; null without a mail server. */
function registerMail(
  { mail, publicUrl }: Settings,
  { db, log, health, getCompany }: AppContext,
  metrics: WorkerMetrics,
): MailWorker | null {
  if (mail.kind !== 'smtp') {
    health.register('mail', mail.kind);
    return null;
  }
  const server = createMailServer(mail);
  const worker = createMailWorker({ db, log, metrics, publicUrl, getCompany, server, monitor: () => monitor });
  const monitor = health.register('mail', mail.kind, worker.probe);
  return worker;
}

/**
 * Chooses what signs people in: the service in this process, or the hosted one, of which the shop only sees the tokens.
 */
function createIdentity(
  settings: Settings,
  context: Omit<AppContext, 'identity'>,
): { identity: EmbeddedIdentity | null; issuer: IdentityIssuer; served: AppDependencies['identity'] } {
  const { identity: chosen, publicUrl, secret } = settings;
  const { db, log, health } = context;
  if (chosen.kind === 'firebase') {
    const { projectId, emulatorHost, adminEmail, jwksUrl } = chosen;
    const issuer = createFirebaseIssuer({
      projectId,
      health,
      ...(emulatorHost ? { emulatorHost } : {}),
      ...(jwksUrl ? { jwksUrl } : {}),
    });
    return { identity: null, issuer: { ...issuer, firstAdmin: adminEmail }, served: undefined };
  }
  const { signUp } = chosen;
  // Without Google, it is part of this process, and there is nothing to probe.
  const port: HealthMonitor = chosen.google
    ? health.register('identity', 'embedded, Google', async () => google?.probe())
    : health.register('identity', 'embedded');
  const google = chosen.google
    ? createGoogleSignIn(chosen.google, log, port, (user) => claimForGoogle(db, user))
    : null;
  const identity = createEmbeddedIdentityService({
    db,
    publicUrl,
    secret,
    log,
    signUp,
    google,
    async sendConfirmation({ email }) {
      // Counts the email but writes it regardless. Not within the transaction, which would then hold two connections.
      await context.limits.consume('confirmMail', email);
      await db.transaction(async (tx) => {
        // Creating a link locks the account, so that there is never a second link.
        const account = await lockAccount(tx, email);
        if (account && !account.confirmed) await sendConfirmation(tx, context, account);
      });
    },
  });
  return { identity, issuer: identity.issuer, served: { identity, context, signUp, google } };
}

/** The sandbox runs in this process, so it is always up. Every use of Stripe reports to the health registry. */
function createPayments(health: HealthRegistry, { payments }: Settings, provider: CardProvider): CardProvider {
  if (payments.kind === 'sandbox') {
    health.register('payments', 'sandbox');
    return provider;
  }
  return instrumentProvider(
    provider,
    health.register('payments', payments.kind, () => provider.probe(PROBE_TIMEOUT_MS)),
  );
}

/** Null unless a service calculates the tax: Stripe, or its sandbox in this process. */
function createTaxService(
  health: HealthRegistry,
  { payments, tax }: Settings,
  calculator: TaxCalculator,
  metrics: TaxMetrics,
): RememberedTax | null {
  if (tax.kind !== 'stripe') return null;
  const probe = payments.kind === 'sandbox' ? undefined : () => calculator.probe(PROBE_TIMEOUT_MS);
  const monitor = health.register('tax', payments.kind, probe);
  return rememberTax(guardTaxCalculator(calculator, { monitor, metrics }));
}
