import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { findRunningPostgres } from '#src/platform/postgres/running.server.ts';
import { makeScratchDir } from './scratch-dir.ts';

export const ADMIN = { email: 'admin@example.com', password: 'the-admins-password' };

/** Makes a shop hash passwords quickly. Shops that share a data folder must agree, since they read each other's hashes. */
export const QUICK_PASSWORDS = {
  NODE_OPTIONS: `--import=${new URL('./quick-password-hashes.mjs', import.meta.url).href}`,
};

export interface RunningShop {
  origin: string;
  dataDir: string;
  process: ChildProcess;
  /** Everything that the process has printed so far. */
  output(): string;
  /** Sends the signal, waits for the exit and returns its code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ShopOptions {
  dataDir?: string;
  port?: number;
  env?: Record<string, string>;
}

/** Starts the built shop as a process with a durable PostgreSQL, without waiting until it is ready. */
export async function spawnShop(options: ShopOptions = {}): Promise<RunningShop> {
  const dataDir = options.dataDir ?? makeDataDir();
  const port = options.port ?? (await findFreePort());
  const child = spawn(process.execPath, ['build/server/server.js'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
      ...options.env,
    },
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return {
    origin: `http://127.0.0.1:${port}`,
    dataDir,
    process: child,
    output: () => output,
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Returns the database address of a running shop, for separate connections. */
export async function findDatabaseUrl({ dataDir }: Pick<RunningShop, 'dataDir'>): Promise<string> {
  const url = await findRunningPostgres(dataDir);
  if (!url) throw new Error('the shop has no database');
  return url;
}

/** Starts the shop and waits until it is ready. */
export async function startShop(options: ShopOptions = {}): Promise<RunningShop> {
  const shop = await spawnShop(options);
  await waitUntilReady(shop);
  return shop;
}

export async function waitUntilReady(shop: RunningShop, timeoutMs = 60_000): Promise<void> {
  for (let waited = 0; ; waited += 50) {
    const ready = await fetch(`${shop.origin}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    if (shop.process.exitCode !== null || waited > timeoutMs)
      throw new Error(`the shop did not become ready:\n${shop.output()}`);
    await pause(50);
  }
}

export function makeDataDir(): string {
  return makeScratchDir('shop-data-');
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true });
}

export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

export interface SignedInUser {
  token: string;
  email: string;
  name: string;
}

/** Signs a customer up through the public API. */
export async function signUp(
  origin: string,
  user: { email: string; password: string; name: string },
): Promise<SignedInUser> {
  return { token: await getAccessToken(origin, 'sign-up', user), email: user.email, name: user.name };
}

/** Signs in somebody who has signed up, and returns an access token. */
export function signIn(origin: string, user: { email: string; password: string }): Promise<string> {
  return getAccessToken(origin, 'sign-in', user);
}

export const signInAdmin = (origin: string): Promise<string> => signIn(origin, ADMIN);

async function getAccessToken(
  origin: string,
  call: 'sign-up' | 'sign-in',
  user: { email: string; password: string; name?: string },
): Promise<string> {
  const signed = await sendRequest('POST', `${origin}/api/auth/${call}/email`, user);
  return exchangeSession(origin, signed.headers.get('set-auth-token') ?? '', user.email);
}

/** Exchanges a session of the identity service for an access token. */
export async function exchangeSession(origin: string, session: string, email: string): Promise<string> {
  const { token: idToken } = (await (
    await sendRequest('GET', `${origin}/api/auth/token`, undefined, session)
  ).json()) as {
    token: string;
  };
  const exchanged = await sendRequest('PUT', `${origin}/api/user/${email}`, { email }, idToken);
  return ((await exchanged.json()) as { token: string }).token;
}

/** Sends a request; throws unless it succeeds. */
export async function sendRequest(
  method: string,
  url: string,
  body?: unknown,
  token?: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${url} responded with ${response.status} ${await response.text()}`);
  return response;
}
