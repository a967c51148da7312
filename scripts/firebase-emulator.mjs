// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  findFreePort,
  findPinnedNode,
  forwardSignals,
  root,
  run,
  ScriptError,
  systemEnvironment,
  toExitCode,
} from './processes.mjs';
import { step } from './progress.mjs';

/** The official emulator. It is not among the shop's packages, since the shop itself does not need it. */
const version = '15.34.2';
const folder = join(root, 'artifacts', 'hosted-tools');
const manifest = join(folder, 'node_modules', 'firebase-tools', 'package.json');
const project = 'demo-shop';

/**
 * Starts the Firebase Authentication emulator on free ports, and installs it first if it is missing.
 * @returns {Promise<{ host: string, end: () => Promise<void> }>}
 */
export async function startFirebaseEmulator() {
  if (!isInstalled()) await step('Installing the Firebase emulator (once; this takes a few minutes)', install);
  const [auth = 0, hub = 0, logging = 0] = await Promise.all([findFreePort(), findFreePort(), findFreePort()]);
  const config = join(folder, 'firebase.json');
  const host = '127.0.0.1';
  const emulators = { auth: { host, port: auth }, hub: { host, port: hub }, logging: { host, port: logging } };
  writeFileSync(config, JSON.stringify({ emulators: { ...emulators, ui: { enabled: false } } }));
  const program = join(folder, 'node_modules', 'firebase-tools', 'lib', 'bin', 'firebase.js');
  const args = ['emulators:start', '--only', 'auth', '--project', project, '--config', config, '--non-interactive'];
  // It gets its own process group, so that everything it starts ends with it.
  const child = spawn(findPinnedNode(), [program, ...args], {
    cwd: folder,
    env: { ...systemEnvironment(), CI: '1', FIREBASE_CLI_PREVIEWS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text;
    });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const end = async () => {
    signal('SIGINT');
    if ((await Promise.race([ended.then(() => true), pause(10_000)])) !== true) signal('SIGKILL');
    await ended;
  };
  /** @param {NodeJS.Signals} name */
  function signal(name) {
    try {
      if (child.pid) process.kill(-child.pid, name);
    } catch {
      // It has already exited.
    }
  }
  // The emulator must end with this script, no matter how this script ends.
  process.once('exit', () => signal('SIGKILL'));
  const stopForwarding = forwardSignals((asked) => process.exit(toExitCode(null, asked)));
  for (let waited = 0; waited < 60_000; waited += 200) {
    const up = await fetch(`http://${host}:${auth}/`).then(
      (response) => response.ok,
      () => false,
    );
    if (up) {
      stopForwarding();
      return { host: `${host}:${auth}`, end };
    }
    if (child.exitCode !== null) break;
    await pause(200);
  }
  stopForwarding();
  await end();
  throw new ScriptError(`The Firebase emulator did not start:\n\n${output}`);
}

function isInstalled() {
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
}

async function install() {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'hosted-tools', private: true }));
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const wanted = [...args, '--ignore-scripts', `firebase-tools@${version}`];
  const { code, output } =
    npm && /npm-cli\.c?js$/.test(npm)
      ? await run(node ?? process.execPath, [npm, ...wanted], { env: systemEnvironment(), quiet: true })
      : await run('npm', wanted, { env: systemEnvironment(), quiet: true });
  if (code !== 0 || !isInstalled()) throw new ScriptError(`firebase-tools could not be installed:\n\n${output}`);
}
