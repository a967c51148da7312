import { lockAccount } from '#src/features/identity/account.server.ts';
import { createEmbeddedIdentity, type EmbeddedIdentity } from '#src/features/identity/embedded.server.ts';
import { createFirebaseIssuer } from '#src/features/identity/firebase.server.ts';
import { createGoogleSignIn } from '#src/features/identity/google.server.ts';
import type { IdentityIssuer } from '#src/features/identity/service.server.ts';
import type { ImageStore } from '#src/features/images/store.server.ts';
import { createPost, type Post } from '#src/features/mail/deliver.server.ts';
import { createMailServer } from '#src/features/mail/smtp.server.ts';
import type { CardProvider } from '#src/features/payments/provider.server.ts';
import { watchProvider } from '#src/features/payments/watched-provider.server.ts';
import { createIdentityDesk, type IdentityDesk, sendConfirmation } from '#src/flows/answer-identity-requests.server.ts';
import { createProviderEvents } from '#src/flows/provider-events.server.ts';
import type { Shop } from '#src/flows/shop.server.ts';
import type { Database } from '#src/platform/database.server.ts';
import { createKeptAnswers } from '#src/platform/kept.server.ts';
import { createRateLimits } from '#src/platform/limits.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { createMetrics } from '#src/platform/metrics.server.ts';
import { createPortBoard, type PortBoard, type PortMonitor } from '#src/platform/port-health.server.ts';
import { deriveKey } from '#src/platform/secret.server.ts';
import { type AppParts, createApp } from './app.server.ts';
import type { Cards } from './card-sandbox.server.ts';
import { openImageStore } from './image-store.server.ts';
import type { Settings } from './settings.server.ts';
import { tileProbe } from './tile-probe.server.ts';

export interface AssembledShop {
  app: ReturnType<typeof createApp>;
  shop: Shop;
  /** Null where people sign in at a hosted service. */
  identity: EmbeddedIdentity | null;
  identityDesk: IdentityDesk;
  images: ImageStore;
  post: Post;
}

const KEPT_BYTES = 64 * 1024 * 1024;
/** Below the board's own patience, so that its sentence is the provider's. */
const PROBE_MS = 4_500;

/** Puts the shop together around its database, card provider and browser side. Used by the start and by the tests. */
export function assembleShop(parts: {
  settings: Settings;
  database: Database;
  cards: Cards;
  log: Log;
  browserSide?: AppParts['browserSide'] | ((shop: Shop) => AppParts['browserSide']);
  onForget?: (tags: string[]) => void;
}): AssembledShop {
  const { settings, database, cards, log } = parts;
  const { db, pool } = database;
  const kept = createKeptAnswers({
    maxBytes: KEPT_BYTES,
    maxAgeMs: 60_000,
    ...(parts.onForget ? { onForget: parts.onForget } : {}),
  });
  const ports = createPortBoard(log);
  ports.open('database', settings.databaseMode, async () => void (await db.execute('select 1')));
  const { tiles } = settings.browser.settings;
  ports.open('map', tiles ? 'tiles' : 'outline', tiles ? tileProbe(tiles.url, settings.publicUrl) : undefined);
  const post = openPost(settings, { db, log, ports });
  const { settings: browserSettings, sources } = settings.browser;
  const shop: Shop = {
    db,
    pool,
    kept,
    log,
    delivery: post,
    events: createProviderEvents(() => shop),
    provider: openPayments(ports, settings, cards.provider),
    publicUrl: settings.publicUrl,
    holdHours: settings.holdHours,
    ports,
    settings: browserSettings,
    sources,
  };
  const limits = createRateLimits(pool, settings.rateLimits, log);
  const identityDesk = createIdentityDesk({
    ...shop,
    limits,
    signUp: settings.identity.kind === 'embedded' ? settings.identity.signUp : 'confirmed',
  });
  const { identity, issuer, served } = openIdentity(settings, shop, identityDesk);
  const images = openImageStore(settings, { db, log, ports });
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
  return { app, shop, identity, identityDesk, images, post };
}

/** Takes mails to the mail server, or keeps them where there is none. */
function openPost({ mail, publicUrl }: Settings, { db, log, ports }: Pick<Shop, 'db' | 'log' | 'ports'>): Post {
  const server = mail.kind === 'smtp' ? createMailServer(mail) : null;
  const post = createPost({ db, log, publicUrl, server, monitor: () => port });
  const port = ports.open('mail', mail.kind, server ? post.probe : undefined);
  return post;
}

/** Who signs people in: the service in this process, or the hosted one, of which only the tokens come by here. */
function openIdentity(
  settings: Settings,
  shop: Shop,
  desk: IdentityDesk,
): { identity: EmbeddedIdentity | null; issuer: IdentityIssuer; served: AppParts['identity'] } {
  const { identity: chosen, publicUrl, secret } = settings;
  const { db, log, ports } = shop;
  if (chosen.kind === 'firebase') {
    const { projectId, emulatorHost, adminEmail, keysAddress } = chosen;
    const issuer = createFirebaseIssuer({
      projectId,
      ports,
      ...(emulatorHost ? { emulatorHost } : {}),
      ...(keysAddress ? { keysAddress } : {}),
    });
    return { identity: null, issuer: { ...issuer, firstAdmin: adminEmail }, served: undefined };
  }
  const { signUp } = chosen;
  // Without Google it is a part of this process, and there is nothing to probe.
  const port: PortMonitor = chosen.google
    ? ports.open('identity', 'embedded, Google', async () => google?.probe())
    : ports.open('identity', 'embedded');
  const google = chosen.google ? createGoogleSignIn(chosen.google, log, port) : null;
  const identity = createEmbeddedIdentity({
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
function openPayments(ports: PortBoard, { payments }: Settings, provider: CardProvider): CardProvider {
  if (payments.kind === 'sandbox') {
    ports.open('payments', 'sandbox');
    return provider;
  }
  return watchProvider(
    provider,
    ports.open('payments', payments.kind, () => provider.probe(PROBE_MS)),
  );
}
