import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const here = dirname(fileURLToPath(import.meta.url));
/** Makes the launcher's timers ten times as fast. */
const blockedLoop = new URL('../tests/support/blocked-loop.mjs', import.meta.url).href;

// Replaces npm: creates packages whose commands only record that they ran.
const npm = `
  const { appendFileSync, mkdirSync, symlinkSync, writeFileSync } = require('node:fs');
  appendFileSync('ran', 'npm ' + process.argv[2] + '\\n');
  if (process.env.NPM_FAILS) { console.log('the registry is away'); process.exit(1); }
  const system = process.platform === 'win32' ? 'win' : process.platform;
  mkdirSync('node_modules/node-' + system + '-' + process.arch + '/bin', { recursive: true });
  symlinkSync(process.env.REAL_NODE, 'node_modules/node-' + system + '-' + process.arch + '/bin/node');
  for (const [name, command] of [['@react-router/dev', 'react-router'], ['vite', 'vite']]) {
    mkdirSync('node_modules/' + name, { recursive: true });
    writeFileSync('node_modules/' + name + '/package.json', JSON.stringify({ bin: { [command]: 'tool.js' } }));
    writeFileSync('node_modules/' + name + '/tool.js', "require('node:fs').appendFileSync('ran', '" + command + "\\\\n')");
  }`;

// Replaces the shop: records how it was told to end.
const shop = `
  const { appendFileSync } = require('node:fs');
  const end = (why) => { appendFileSync('ran', why + '\\n'); process.exit(0); };
  process.on('SIGTERM', () => end('told by signal'));
  process.on('disconnect', () => end('launcher gone'));
  process.stdout.write('ready ' + process.pid);`;

describe('npm start', { timeout: 20_000 }, () => {
  let project: string;
  const started: ChildProcess[] = [];

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'start-'));
    for (const folder of ['scripts', 'src', 'build/server']) mkdirSync(join(project, folder), { recursive: true });
    for (const file of readdirSync(here).filter((name) => name.endsWith('.mjs'))) {
      copyFileSync(join(here, file), join(project, 'scripts', file));
    }
    writeFileSync(join(project, 'package-lock.json'), '{}');
    writeFileSync(join(project, 'src', 'page.ts'), '1');
    writeFileSync(join(project, 'npm-cli.js'), npm);
    writeFileSync(join(project, 'build', 'server', 'server.js'), shop);
    for (const program of ['verify', 'backup']) writeFileSync(join(project, 'build', 'server', `${program}.js`), '');
  });
  afterEach(() => {
    for (const launcher of started.splice(0)) launcher.kill('SIGKILL');
    rmSync(project, { recursive: true, force: true });
  });

  const ran = () => readFileSync(join(project, 'ran'), 'utf8').trim().split('\n');

  async function start(env: Record<string, string> = {}) {
    const launcher = spawn(process.execPath, [join(project, 'scripts', 'start.mjs')], {
      env: {
        ...process.env,
        ...env,
        npm_execpath: join(project, 'npm-cli.js'),
        npm_node_execpath: process.execPath,
        REAL_NODE: process.execPath,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(launcher);
    let output = '';
    for (const stream of [launcher.stdout, launcher.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    const ended = once(launcher, 'close');
    await Promise.race([ended, vi.waitFor(() => expect(output).toContain('ready'), { timeout: 10_000 })]);
    return { launcher, ended, output: () => output };
  }

  async function startAndStop(): Promise<void> {
    const { launcher, ended } = await start();
    launcher.kill('SIGTERM');
    await ended;
  }

  test('installs and builds if needed, prints a line for each, and does neither again', async () => {
    const { launcher, ended, output } = await start();
    launcher.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    expect(output()).toMatch(/· Installing packages\n✓ Installing packages {2}\d+\.\d s\n· Building/);
    await startAndStop();
    expect(ran()).toEqual(['npm ci', 'react-router', 'vite', 'vite', 'vite', 'told by signal', 'told by signal']);
  });

  test('builds again after a change to a source file, but not after a change to a test', async () => {
    await startAndStop();
    rmSync(join(project, 'ran'));
    writeFileSync(join(project, 'src', 'page.test.ts'), '2');
    await startAndStop();
    expect(ran()).toEqual(['told by signal']);
    writeFileSync(join(project, 'src', 'page.ts'), '2');
    await startAndStop();
    expect(ran()).toEqual(['told by signal', 'react-router', 'vite', 'vite', 'vite', 'told by signal']);
  });

  test('installs again after an interrupted installation', async () => {
    mkdirSync(join(project, 'node_modules', 'vite'), { recursive: true });
    await startAndStop();
    expect(ran()[0]).toBe('npm ci');
  });

  test('shows npm’s whole output when the installation fails, and exits with 1', async () => {
    const { ended, output } = await start({ NPM_FAILS: 'yes' });
    expect(await ended).toEqual([1, null]);
    expect(output()).toContain('the registry is away');
  });

  test('the shop ends when its launcher is killed', async () => {
    const { launcher } = await start();
    launcher.kill('SIGKILL');
    await vi.waitFor(() => expect(ran()).toContain('launcher gone'), { timeout: 5000 });
  });

  test('a shop that ignores signals because its event loop is blocked is killed', async () => {
    writeFileSync(
      join(project, 'build', 'server', 'server.js'),
      "process.on('SIGTERM', () => {}).stdout.write('ready ' + process.pid, () => { for (;;); });",
    );
    const { launcher, ended, output } = await start({ NODE_OPTIONS: `--import=${blockedLoop}` });
    launcher.kill('SIGTERM');
    expect(await ended).toEqual([137, null]);
    expect(output()).toContain('did not stop by itself and was killed');
  });

  test('the launcher exits with the code of a shop that was killed', async () => {
    const { ended, output } = await start();
    process.kill(Number(output().split('ready ')[1]), 'SIGKILL');
    expect(await ended).toEqual([137, null]);
  });
});
