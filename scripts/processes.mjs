// @ts-check
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** The options with which Node reads the shop's `.env`, if there is one. */
export const listEnvOptions = () => (existsSync(join(root, '.env')) ? ['--env-file=.env'] : []);

const binFolder = join(root, 'node_modules', '.bin');

/** A message for the user, printed without a stack trace. */
export class ScriptError extends Error {}

/**
 * Returns the Node version of the lockfile, which is the same on every machine. It exists once the packages are
 * installed.
 */
export function findPinnedNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  const places = [`node-${system}-${process.arch}`, `node-bin-${system}-${process.arch}`];
  const found = places.map((name) => join(root, 'node_modules', name, 'bin', file)).find((path) => existsSync(path));
  if (found === undefined)
    throw new ScriptError(`There is no Node 26 package for this machine (${process.platform} ${process.arch}).`);
  return found;
}

/**
 * Returns the script of an installed package's command, to be run by the pinned Node.
 * @param {string} packageName
 * @param {string} command
 */
export function findBin(packageName, command) {
  const folder = join(root, 'node_modules', packageName);
  /** @type {{ bin: string | Record<string, string> }} */
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[command];
  if (file === undefined) throw new Error(`${packageName} has no command ${command}`);
  return join(folder, file);
}

/**
 * The environment for the project's own tools, in which `node` is the pinned one.
 * @param {Record<string, string>} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function projectEnvironment(more) {
  return { ...process.env, PATH: [binFolder, process.env.PATH].join(delimiter), ...more };
}

/**
 * The machine's environment without the project's own commands, which are missing during an installation.
 * @returns {NodeJS.ProcessEnv}
 */
export function systemEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== binFolder);
  return { ...process.env, PATH: path.join(delimiter) };
}

/** @typedef {{ env?: NodeJS.ProcessEnv, quiet?: boolean, stopWhen?: (stop: () => void) => () => void }} RunOptions */

/** How long a program may take to exit after SIGTERM, in ms. */
const KILL_AFTER_MS = 20_000;

/**
 * Runs a program in the project's folder until it exits, and returns its exit code (128 + the signal's number if a
 * signal ended it). With `quiet`, the output is returned instead of printed. A signal that asks us to end is passed on
 * to the program, and we end after it. `stopWhen` receives a function that ends the program, and returns a function
 * that stops watching.
 * @param {string} program
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(program, args, { env = projectEnvironment(), quiet = false, stopWhen } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: root,
      env,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    /** @type {NodeJS.Timeout | undefined} */
    let kill;
    const stopWatching = stopWhen?.(() => {
      child.kill('SIGTERM');
      kill = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
    });
    /** @type {NodeJS.Signals | undefined} */
    let receivedSignal;
    const stopForwarding = forwardSignals((signal) => {
      receivedSignal ??= signal;
      child.kill(signal);
    });
    child.once('error', reject);
    child.once('close', (code, signal) => {
      stopForwarding();
      stopWatching?.();
      clearTimeout(kill);
      if (receivedSignal !== undefined) process.exit(toExitCode(null, receivedSignal));
      resolve({ code: toExitCode(code, signal), output });
    });
  });
}

/**
 * Calls `pass` for each signal that asks us to end, instead of ending. The returned function restores the default.
 * @param {(signal: NodeJS.Signals) => void} pass
 */
export function forwardSignals(pass) {
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, pass);
  return () => {
    for (const signal of signals) process.off(signal, pass);
  };
}

/**
 * Returns the exit code that a shell would report.
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function toExitCode(code, signal) {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
}

/**
 * Returns a free port on the loopback address.
 * @returns {Promise<number>}
 */
export function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
