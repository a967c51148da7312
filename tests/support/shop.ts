import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import type { AppDependencies } from '#src/app/app.server.ts';
import { type CardPayments, type RunningCardSandbox, startCardSandbox } from '#src/app/card-sandbox.server.ts';
import { createShop, type ShopInstance } from '#src/app/composition-root.server.ts';
import type { Settings } from '#src/app/settings.server.ts';
import { createSandboxFaults, type SandboxFaults } from '#src/card-sandbox/faults.server.ts';
import { identityUsers, users } from '#src/features/identity/tables.server.ts';
import type { ImageLimits } from '#src/platform/image-process/image-process.server.ts';
import { createLog, type Log } from '#src/platform/log.server.ts';
import { OWNERS_STORED_ROLE, type Role } from '#src/shared/permissions.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export interface TestUser {
  email: string;
  password: string;
  displayName: string;
  userId: string;
  /** The shop's access token. */
  token: string;
  idToken: string;
  /** The identity session, as a bearer token of `/api/auth`. */
  session: string;
}

type NewUser = Partial<Pick<TestUser, 'email' | 'displayName' | 'password'>> & { confirmed?: boolean };

export interface TestShop extends ShopInstance {
  /** The parts for creating another instance of the same shop. */
  parts: Pick<Parameters<typeof createShop>[0], 'settings' | 'database' | 'cards'>;
  database: TestDatabase;
  query: TestDatabase['query'];
  sql: TestDatabase['sql'];
  cards: RunningCardSandbox;
  faults: SandboxFaults;
  /** The shop's origin, for tests that need a real connection. */
  origin: string;
  /** Calls `/api…` in memory. A body that is neither a string nor a form is sent as JSON. */
  call(
    method: string,
    path: string,
    options?: CallOptions,
  ): Promise<{ status: number; body: unknown; headers: Headers }>;
  /** `confirmed`: whether the address counts as confirmed, as after using the emailed link. */
  signUp(parts?: NewUser): Promise<TestUser>;
  createStaff(role: Role): Promise<TestUser>;
  createAdmin(): Promise<TestUser>;
  createOwner(): Promise<TestUser>;
  close(): Promise<void>;
}

export interface CallOptions {
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Creates a shop in this process, with its own database and the card sandbox. */
export async function createTestShop(
  options: {
    settings?: Partial<Settings>;
    log?: Log;
    webhooks?: boolean;
    browserSide?: AppDependencies['browserSide'];
    imageLimits?: Partial<ImageLimits>;
    bodyLimits?: AppDependencies['bodyLimits'];
    /** Its database, instead of a new one on the server of the run. */
    database?: TestDatabase;
    /** Returns another address of the database, such as one that can become unreachable. */
    connect?: (url: string) => Promise<string>;
    /** Replaces the sandbox as the card provider. The sandbox still runs. */
    cards?: (sandbox: RunningCardSandbox) => CardPayments;
  } = {},
): Promise<TestShop> {
  const database = options.database ?? (await createTestDatabase(10, options.connect));
  const log = options.log ?? createLog('silent');
  const folder = mkdtempSync(join(tmpdir(), 'shop-images-'));
  const secret = randomBytes(32).toString('hex');
  const faults = createSandboxFaults();
  let listener: ReturnType<typeof getRequestListener> | null = null;
  const server: Server = createServer((request, response) => void listener?.(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cards = await startCardSandbox({
    db: database.db,
    secret,
    webhookUrl: `${origin}/api/webhooks/stripe`,
    log,
    faults,
  });
  const parts = {
    settings: {
      publicUrl: origin,
      rateLimits: false,
      trustedProxies: 0,
      metricsToken: undefined,
      secret,
      imageFolder: folder,
      database: { kind: 'embedded' },
      identity: { kind: 'embedded', signUp: 'at_once' },
      images: { kind: 'local' },
      mail: { kind: 'outbox' },
      payments: { kind: 'sandbox' },
      map: { kind: 'outline' },
      tax: { kind: 'off' },
      vatCheck: { kind: 'off' },
      backup: { keepDays: 30 },
      ...options.settings,
    },
    database,
    cards: options.cards?.(cards) ?? cards,
    log,
    browserSide: options.browserSide,
    imageLimits: options.imageLimits ?? {},
    bodyLimits: options.bodyLimits,
  } satisfies Parameters<typeof createShop>[0];
  const assembled = createShop(parts);
  // Workers do not poll, so that tests decide when rows are processed. Emails are only sent by `run`.
  assembled.workers.get('webhook-events').listen();
  assembled.workers.get('account-requests').listen();
  listener = getRequestListener(assembled.app.fetch);
  if (options.webhooks) cards.start();

  async function call(method: string, path: string, { token, body, headers = {} }: CallOptions = {}) {
    const asJson = body !== undefined && !(body instanceof FormData);
    const response = await assembled.app.request(`${origin}/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(asJson ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(asJson ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
      ...(body instanceof FormData ? { body } : {}),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text && /json/.test(response.headers.get('content-type') ?? '') ? JSON.parse(text) : text,
      headers: response.headers,
    };
  }

  /** Repeats a call while a busy machine responds with 503. Throws on any other failure. */
  async function callUntilServed(...request: Parameters<typeof call>) {
    for (let attempt = 1; ; attempt += 1) {
      const response = await call(...request);
      if (response.status === 200) return response;
      if (response.status !== 503 || attempt === 200)
        throw new Error(`${request[0]} ${request[1]}: ${response.status} ${JSON.stringify(response.body)}`);
      await pause(50);
    }
  }

  async function signUp(parts: NewUser = {}): Promise<TestUser> {
    const email = parts.email ?? `${randomBytes(6).toString('hex')}@example.com`;
    const password = parts.password ?? 'correct horse';
    const displayName = parts.displayName ?? 'Ada Smith';
    const body = { email, password, name: displayName };
    const signedUp = await callUntilServed('POST', '/auth/sign-up/email', { body });
    const session = signedUp.headers.get('set-auth-token') ?? '';
    const idToken = ((await callUntilServed('GET', '/auth/token', { token: session })).body as { token: string }).token;
    const exchanged = await callUntilServed('PUT', `/user/${email}`, { token: idToken, body: { email } });
    const { token } = exchanged.body as { token: string };
    const [user] = await database.db.select().from(users).where(eq(users.email, email));
    if (parts.confirmed) {
      await database.db.update(users).set({ emailConfirmed: true }).where(eq(users.email, email));
      await database.db.update(identityUsers).set({ emailVerified: true }).where(eq(identityUsers.email, email));
    }
    return { email, password, displayName, userId: user?.id ?? '', token, idToken, session };
  }

  async function createStaff(role: Role): Promise<TestUser> {
    const user = await signUp({ displayName: `Shop ${role}` });
    const owner = role === 'owner';
    const stored = { emailConfirmed: true, role: owner ? OWNERS_STORED_ROLE : role, owner };
    await database.db.update(users).set(stored).where(eq(users.id, user.userId));
    return user;
  }

  return {
    ...assembled,
    parts,
    database,
    query: database.query,
    sql: database.sql,
    cards,
    faults,
    origin,
    call,
    signUp,
    createStaff,
    createAdmin: () => createStaff('admin'),
    createOwner: () => createStaff('owner'),
    async close() {
      await cards.stop();
      await assembled.workers.stop();
      await assembled.imageProcess.stop();
      await assembled.context.paperRenderer.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
