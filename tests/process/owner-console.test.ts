import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded.server.ts';
import { readFolderContent, writeOlderRules } from '#tests/support/older-folder.ts';
import { makeDataDir, removeDataDir } from '#tests/support/running-shop.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

/** The program loads its packages one by one, which is slow on a busy machine. */
const TIMEOUT_MS = 90_000;

let shop: TestShop;
let ada: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.signUp();
});
afterAll(() => shop.close());

/** Runs the program of `npm run owner` next to the running shop. */
function runOwner(...args: string[]) {
  return runOwnerOf({ DATABASE_URL: shop.database.url }, ...args);
}

function runOwnerOf(env: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', './tests/support/quick-password-hashes.mjs', 'src/app/owner.ts', ...args],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...env },
    },
  );
  return { status, stdout, stderr };
}

test(
  'the console makes an account an owner with a new password, shows it once, and ends the account’s sessions',
  async () => {
    const { pool } = shop.database;
    await pool.query("update users set disabled_at = now(), disabled_reason = 'By mistake.' where id = $1", [
      ada.userId,
    ]);
    const { status, stdout, stderr } = runOwner(ada.email.toUpperCase());
    expect([status, stderr]).toEqual([0, '']);
    const password = /shown only once: (\S{16})\n/.exec(stdout)?.[1] ?? '';
    expect((await shop.call('GET', '/auth/token', { token: ada.session })).status).toBe(401);
    const signIn = (given: string) =>
      shop.call('POST', '/auth/sign-in/email', { body: { email: ada.email, password: given } });
    expect((await signIn(ada.password)).status).toBe(401);
    const session = (await signIn(password)).headers.get('set-auth-token') ?? '';
    const { token } = (await shop.call('GET', '/auth/token', { token: session })).body as { token: string };
    const exchanged = await shop.call('PUT', `/user/${ada.email}`, { token, body: { email: ada.email } });
    const role = await shop.call('GET', `/admin/${ada.email}`, {
      token: (exchanged.body as { token: string }).token,
    });
    expect(role.body).toMatchObject({ admin: true, owner: true });
    const { rows } = await pool.query('select action from audit_events where actor = $1 order by seq', ['console']);
    expect(rows.map(({ action }) => action)).toEqual([
      'user.enabled',
      'user.admin_granted',
      'user.owner_granted',
      'user.password_set',
    ]);
  },
  TIMEOUT_MS,
);

test(
  'the console explains why it cannot proceed, with exit code 1',
  () => {
    const unknown = runOwner('nobody@example.com', '--keep-password');
    expect(unknown).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('There is no account for nobody@example.com. Sign in to the shop with it once'),
    });
  },
  TIMEOUT_MS,
);

test(
  'the console does not change the folder of an older version',
  async () => {
    const dataDir = makeDataDir();
    try {
      const postgres = await startEmbeddedPostgres({ dataDir, log: { warn() {}, error() {} } });
      await postgres.stop();
      writeOlderRules(dataDir);
      const before = readFolderContent(join(dataDir, 'postgres'));
      expect(runOwnerOf({ DATA_DIR: dataDir }, ada.email)).toEqual({
        status: 1,
        stdout: '',
        stderr: 'This folder belongs to an older version of the shop. Start this version once, then try again.\n',
      });
      expect(readFolderContent(join(dataDir, 'postgres'))).toEqual(before);
    } finally {
      removeDataDir(dataDir);
    }
  },
  TIMEOUT_MS,
);
