import { lockAccount } from '#src/features/identity/account.server.ts';
import {
  createEmbeddedIdentityService,
  type EmbeddedIdentity,
} from '#src/features/identity/embedded-identity.server.ts';
import { createFirebaseIssuer } from '#src/features/identity/firebase-issuer.server.ts';
import { createGoogleSignIn } from '#src/features/identity/google-sign-in.server.ts';
import type { IdentityIssuer } from '#src/features/identity/id-tokens.server.ts';
import type { ImageUploads } from '#src/features/images/image-uploads.server.ts';
import { createPost, type Post } from '#src/features/mail/mail-worker.server.ts';
import { createMailServer } from '#src/features/mail/smtp.server.ts';
import { instrumentProvider } from '#src/features/payments/instrumented-provider.server.ts';
import type { CardProvider } from '#src/features/payments/provider.server.ts';
import {
  type AccountRequestQueue,
  createAccountRequestQueue,
  sendConfirmation,
} from '#src/flows/accounts/account-request-worker.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { createWebhookWorker } from '#src/flows/checkout/webhook-worker.server.ts';
import type { Database } from '#src/platform/database.server.ts';
import { createHealthRegistry, type HealthMonitor, type HealthRegistry } from '#src/platform/health-registry.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { createMetrics } from '#src/platform/metrics.server.ts';
import { createRateLimits } from '#src/platform/rate-limits.server.ts';
import { createResponseCache } from '#src/platform/response-cache/response-cache.server.ts';
import { deriveKey } from '#src/platform/secret.server.ts';
import { type AppDependencies, createApp } from './app.server.ts';
import { toBrowserSettings } from './browser-settings.server.ts';
import type { CardPayments } from './card-sandbox.server.ts';
import { createConfiguredImageUploads } from './image-storage.server.ts';
import type { Settings } from './settings.server.ts';
import { createTileProbe } from './tile-probe.server.ts';

export interface ShopInstance {
  app: ReturnType<typeof createApp>;
  context: AppContext;
  /** Null where people sign in at a hosted service. */
  identity: EmbeddedIdentity | null;
  accountRequests: AccountRequestQueue;
  images: ImageUploads;
  mailWorker: Post;
}

const RESPONSE_CACHE_BYTES = 64 * 1024 * 1024;
/** Below the board's own patience, so that its sentence is the provider's. */
const PROBE_TIMEOUT_MS = 4_500;

/** Puts the shop together around its database, card provider and browser side. Used by the start and by the tests. */
export function createShop(parts: {
  settings: Settings;
  database: Database;
  cards: CardPayments;
  log: Log;
  browserSide?: AppDependencies['browserSide'] | ((shop: AppContext) => AppDependencies['browserSide']);
  onInvalidate?: (tags: string[]) => void;
}): ShopInstance {
  const { settings, database, cards, log } = parts;
  const { db, pool } = database;
  const kept = createResponseCache({
    maxBytes: RESPONSE_CACHE_BYTES,
    maxAgeMs: 60_000,
    ...(parts.onInvalidate ? { onInvalidate: parts.onInvalidate } : {}),
  });
  const health = createHealthRegistry(log);
  health.register('database', settings.database.kind, async () => void (await db.execute('select 1')));
  const { map, publicUrl } = settings;
  health.register('map', map.kind, map.kind === 'tiles' ? createTileProbe(map.url, publicUrl) : undefined);
  const post = createMailService(settings, { db, log, health });
  const { settings: browserSettings, sources } = toBrowserSettings(settings);
  const shop: AppContext = {
    db,
    pool,
    responseCache: kept,
    log,
    delivery: post,
    webhookWorker: createWebhookWorker(() => shop),
    provider: createPayments(health, settings, cards.provider),
    publicUrl,
    holdHours: settings.holdHours,
    health,
    settings: browserSettings,
    sources,
  };
  const limits = createRateLimits(pool, settings.rateLimits, log);
  const identityDesk = createAccountRequestQueue({
    ...shop,
    limits,
    signUp: settings.identity.kind === 'embedded' ? settings.identity.signUp : 'confirmed',
  });
  const { identity, issuer, served } = createIdentity(settings, shop, identityDesk);
  const images = createConfiguredImageUploads(settings, { db, log, health });
  const { browserSide } = parts;
  const app = createApp({
    shop,
    issuer,
    images,
    cardForm: cards.cardForm,
    limits,
    metrics: createMetrics(pool, kept),
    trustedProxies: settings.trustedProxies,
    metricsToken: settings.metricsToken,
    previewKey: deriveKey(settings.secret, 'mail-preview'),
    identity: served,
    cardSandbox: cards.browserApi,
    browserSide: typeof browserSide === 'function' ? browserSide(shop) : browserSide,
  });
  return { app, context: shop, identity, accountRequests: identityDesk, images, mailWorker: post };
}

/** Takes mails to the mail server, or keeps them where there is none. */
function createMailService(
  { mail, publicUrl }: Settings,
  { db, log, health }: Pick<AppContext, 'db' | 'log' | 'health'>,
): Post {
  const server = mail.kind === 'smtp' ? createMailServer(mail) : null;
  const post = createPost({ db, log, publicUrl, server, monitor: () => port });
  const port = health.register('mail', mail.kind, server ? post.probe : undefined);
  return post;
}

/** Who signs people in: the service in this process, or the hosted one, of which only the tokens come by here. */
function createIdentity(
  settings: Settings,
  shop: AppContext,
  desk: AccountRequestQueue,
): { identity: EmbeddedIdentity | null; issuer: IdentityIssuer; served: AppDependencies['identity'] } {
  const { identity: chosen, publicUrl, secret } = settings;
  const { db, log, health } = shop;
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
  // Without Google it is a part of this process, and there is nothing to probe.
  const port: HealthMonitor = chosen.google
    ? health.register('identity', 'embedded, Google', async () => google?.probe())
    : health.register('identity', 'embedded');
  const google = chosen.google ? createGoogleSignIn(chosen.google, log, port) : null;
  const identity = createEmbeddedIdentityService({
    db,
    publicUrl,
    secret,
    log,
    signUp,
    google,
    sendConfirmation: ({ email }) =>
      db.transaction(async (tx) => {
        // Whoever makes a link holds the account, so that there is never a second one.
        const account = await lockAccount(tx, email);
        if (account && !account.confirmed) await sendConfirmation(tx, shop, account);
      }),
  });
  return { identity, issuer: identity.issuer, served: { handler: identity.handler, desk, signUp, google } };
}

/** The sandbox is part of the shop and there whenever the shop is; of Stripe the board is told how each use went. */
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
