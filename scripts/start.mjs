// @ts-check
// `npm start`: makes sure that the shop is installed and built, then runs it and stays beside it as its guardian.
import './require-node.mjs';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, serverFile } from './prepare.mjs';
import { findPinnedNode, forwardSignals, root, ScriptError, toExitCode } from './processes.mjs';

try {
  await ensureInstalled();
  await ensureBuilt();
  runShop();
} catch (error) {
  if (!(error instanceof ScriptError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function runShop() {
  process.stdout.write('· Starting the shop\n');
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
  // The channel carries no messages: its end tells the shop that the launcher was killed.
  const shop = spawn(findPinnedNode(), [...settings, serverFile], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  let stopRequested = false;
  /** @param {NodeJS.Signals} signal */
  const requestStop = (signal) => {
    if (stopRequested) return;
    stopRequested = true;
    // A Ctrl-C reaches every process of the terminal, so the shop is told again only if it did not hear it.
    setTimeout(() => shop.kill(signal), signal === 'SIGINT' ? 300 : 0);
  };
  forwardSignals(requestStop);
  watchCaller(() => requestStop('SIGTERM'));
  shop.once('error', (error) => {
    console.error(`The shop could not be run: ${error.message}`);
    process.exit(1);
  });
  shop.once('exit', (code, signal) => process.exit(toExitCode(code, signal)));
}

/**
 * npm passes on what it is told, but cannot when it is killed; then the shop ends too.
 * @param {() => void} onGone
 */
function watchCaller(onGone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const caller = process.ppid;
  // Between npm and us there may be a shell, which outlives npm.
  const above = isShell(caller) ? readParent(caller) : undefined;
  const timer = setInterval(() => {
    if (process.ppid === caller && (above === undefined || readParent(caller) === above)) return;
    clearInterval(timer);
    onGone();
  }, 100);
  timer.unref();
}

/** @param {number} pid */
function isShell(pid) {
  return /^(ba|da|a|z|k)?sh$|^busybox$/.test(readProc(`/proc/${pid}/comm`).trim());
}

/** @param {number} pid */
function readParent(pid) {
  const afterName = readProc(`/proc/${pid}/stat`).split(') ').at(-1);
  return afterName?.split(' ')[1];
}

/** @param {string} path */
function readProc(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
