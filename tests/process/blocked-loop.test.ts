import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findProcesses } from '#src/platform/postgres/processes.server.ts';
import {
  ADMIN,
  findFreePort,
  makeDataDir,
  type RunningShop,
  removeDataDir,
  signInAdmin,
  startShop,
  waitUntilReady,
} from '#tests/support/running-shop.ts';

const dataDir = makeDataDir();
let launcher: ChildProcess | undefined;
let next: RunningShop | undefined;

afterAll(async () => {
  launcher?.kill('SIGKILL');
  await next?.stop();
  removeDataDir(dataDir);
});

test('SIGTERM ends a shop with a blocked event loop and its database, and the next start has everything that was stored', {
  timeout: 90_000,
}, async () => {
  const port = await findFreePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env.PATH ?? '',
    NODE_OPTIONS: `--import=${new URL('../support/blocked-loop.mjs', import.meta.url).href}`,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    SEED: 'none',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  };
  launcher = spawn(process.execPath, ['scripts/start.mjs'], { stdio: 'ignore', env });
  const ended = once(launcher, 'exit');
  const { pid } = launcher;
  await waitUntilReady({ origin, process: launcher, output: () => '' } as RunningShop);
  await signInAdmin(origin);
  const [shop] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number);
  if (!shop) throw new Error('the launcher has started no shop');
  process.kill(shop, 'SIGUSR2');
  await expect
    .poll(() => fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(500) }).catch(() => null))
    .toBeNull();

  launcher.kill('SIGTERM');
  expect(await ended).toEqual([137, null]);
  expect(findProcesses(join(dataDir, 'postgres'))).toEqual([]);
  next = await startShop({ dataDir, env: { SEED: 'none' } });
  expect(await signInAdmin(next.origin)).not.toBe('');
});
