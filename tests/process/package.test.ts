import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, globSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderPaper } from '#src/features/papers/render-paper.server.ts';
import { createThread } from '#src/platform/thread.server.ts';
import { makeInvoice } from '#tests/support/paper-data.ts';
import { findFreePort, makeDataDir } from '#tests/support/running-shop.ts';
import { makeScratchDir } from '#tests/support/scratch-dir.ts';
import { NOT_BUNDLED } from '../../scripts/not-bundled.mjs';
import { CONSOLE_PROGRAMS } from '../../scripts/programs.mjs';

const runFile = promisify(execFile);

/** Outside of the project, so that nothing is found there that the package lacks. */
const home = makeScratchDir('package-');
const folder = join(home, 'shop');
const start = join(folder, 'ironmonger');
const dataDir = makeDataDir();
/** A system without Node. */
const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DATA_DIR: dataDir, LOG_LEVEL: 'warn' };
const started: ChildProcess[] = [];

const makePackage = () => runFile(process.execPath, ['scripts/package.mjs', folder]);
const runCommand = (command: string[], more: Record<string, string> = {}) =>
  runFile(start, command, { cwd: '/', env: { ...env, ...more } });

beforeAll(makePackage);
afterAll(() => {
  for (const shop of started) shop.kill('SIGKILL');
  for (const path of [home, dataDir]) rmSync(path, { recursive: true, force: true });
});

/** Starts the package's shop, and waits until it is ready. */
async function startShop() {
  const port = String(await findFreePort());
  const shop = spawn(start, [], { cwd: '/', env: { ...env, PORT: port, HOST: '127.0.0.1' }, stdio: 'pipe' });
  started.push(shop);
  let output = '';
  for (const stream of [shop.stdout, shop.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = new Promise<number | null>((resolve) => shop.once('exit', resolve));
  await expect.poll(() => output, { timeout: 60_000 }).toContain('Ironmonger is open');
  return { origin: `http://127.0.0.1:${port}`, port, ended, shop, output: () => output };
}

test('a package starts anywhere, serves pages with their files, and has the commands of the console', async () => {
  const { origin, port, ended, shop, output } = await startShop();
  expect((await runCommand(['health'], { PORT: port })).stderr).toBe('');
  const page = await (await fetch(`${origin}/home`)).text();
  const files = [...new Set(page.match(/\/(?:assets|images)\/[^"' )&\\]+/g))];
  expect(files.some((path) => path.endsWith('.js'))).toBe(true);
  expect(files.some((path) => path.endsWith('.woff2'))).toBe(true);
  for (const path of files) expect([path, (await fetch(origin + path)).status]).toEqual([path, 200]);
  // The image process draws it.
  const preview = await fetch(`${origin}/images/og/home.png`);
  expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/png']);

  const place = join(home, 'backups');
  expect((await runCommand(['backup', '--to', place])).stdout).toContain('read again and compared');
  shop.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(output()).toMatch(/Closing\. Requests in flight will be finished first\.\n$/);
  const restored = join(home, 'restored');
  const { stdout } = await runCommand(['restore', place], { DATA_DIR: restored });
  expect(stdout).toMatch(/\n\d+ checks passed, 0 failed\nRestored: the shop of /);
  const owner = await runCommand(['owner', 'owner@example.com'], { DATA_DIR: restored });
  expect(owner.stdout).toContain('owner@example.com is an owner of the shop.');
  expect((await runCommand(['new-secret'], { DATA_DIR: restored })).stdout).toContain('The shop accepts this secret');
  expect((await runCommand(['verify'], { DATA_DIR: restored })).stdout).toMatch(/\n\d+ checks passed, 0 failed\n$/);
});

test('a command that a package does not have, and a shop that does not respond, are sentences and exit code 1', async () => {
  const port = String(await findFreePort());
  const health = await runCommand(['health'], { PORT: port }).catch((error) => error);
  expect([health.code, health.stderr]).toEqual([1, expect.stringContaining('The shop does not respond')]);
  const { stdout } = await runCommand(['help']);
  for (const name of Object.keys(CONSOLE_PROGRAMS)) {
    expect(stdout).toContain(`\n  ${name} `);
    expect((await runCommand([name, '--help'])).stdout).toContain(`npm run ${name}`);
  }
  const unknown = await runCommand(['sell']).catch((error) => error);
  expect([unknown.code, unknown.stderr]).toEqual([1, stdout]);
});

test('a package loads all packages that are not in the build of the server', async () => {
  const code = `await Promise.all(${JSON.stringify(NOT_BUNDLED)}.map((name) => import(name)))`;
  const [node = ''] = globSync('node_modules/node-*/bin/node', { cwd: folder });
  const options = { cwd: folder, env: { PATH: '/usr/bin:/bin' } };
  expect(await runFile(join(folder, node), ['--input-type=module', '--eval', code], options)).toEqual({
    stdout: '',
    stderr: '',
  });
});

test('papers of a package have the letters of all scripts', async () => {
  const thread = createThread<unknown, { bytes: Uint8Array }>({
    program: join(folder, 'build', 'server', 'paper-renderer.js'),
    name: 'papers',
    timeoutMs: 60_000,
    idleMs: 60_000,
    maxHeapMegabytes: 256,
  });
  try {
    const paper = makeInvoice(1, { buyer: { name: '株式会社東京工具 שלום شركة', email: 'a@example.com' } });
    const { bytes } = await thread.ask(paper);
    expect(Buffer.from(bytes).equals(await renderPaper(paper))).toBe(true);
  } finally {
    await thread.end();
  }
});

test('only an earlier package is replaced, not a folder with other files', async () => {
  const data = join(folder, 'data');
  mkdirSync(data);
  const refused = await makePackage().catch((error) => error);
  expect([refused.code, refused.stderr]).toEqual([1, `${folder} has something else than a package (data).\n`]);
  expect(existsSync(data)).toBe(true);
  rmSync(data, { recursive: true });
  const { stdout } = await runFile(process.execPath, ['scripts/package.mjs', '--help']);
  expect(stdout).toContain('npm run package [-- FOLDER]');
});

test('a package has no sources and no package that only developers need, and is small', () => {
  const files = globSync('**/*', { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1));
  const { packages }: { packages: Record<string, { dev?: boolean }> } = JSON.parse(
    readFileSync('package-lock.json', 'utf8'),
  );
  const installed = new Set(paths.flatMap((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  expect(installed.size).toBeGreaterThan(30);
  expect([...installed].filter((path) => !packages[path] || packages[path].dev)).toEqual([]);
  expect(paths.filter((path) => /^(?:src|tests|bench|data)\/|^\.env$/.test(path))).toEqual([]);
  expect(existsSync(join(folder, 'node_modules', 'vite'))).toBe(false);
  const sizes = paths.map((path) => (path.endsWith('/bin/node') ? 0 : lstatSync(join(folder, path)).size));
  expect(sizes.reduce((one, other) => one + other)).toBeLessThan(140_000_000);
});
