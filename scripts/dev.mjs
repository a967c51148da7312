// @ts-check
// `npm run dev`: the shop with hot reload and its own database, in `data-dev` unless DATA_DIR says otherwise.
import './require-node.mjs';
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled } from './prepare.mjs';
import {
  findPinnedNode,
  forwardSignals,
  listEnvOptions,
  projectEnvironment,
  root,
  ScriptError,
  toExitCode,
} from './processes.mjs';
import { watchCaller } from './watch-caller.mjs';

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
let isStopping = false;
let isRestarting = false;

try {
  await ensureInstalled();
  forwardSignals(stop);
  watchCaller(() => stop('SIGTERM'));
  start();
} catch (error) {
  if (!(error instanceof ScriptError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

function start() {
  isRestarting = false;
  // Keeping compiled packages on disk and leaving room for short-lived objects together save a tenth of the startup
  // time.
  const compileCache = join(root, 'node_modules', '.cache', 'compiled');
  const defaults = { NODE_ENV: 'development', DATA_DIR: './data-dev', NODE_COMPILE_CACHE: compileCache };
  const args = [...listEnvOptions(), '--max-semi-space-size=64', join(root, 'scripts', 'dev-server.mjs')];
  server = spawn(findPinnedNode(), args, {
    cwd: root,
    env: { ...defaults, ...projectEnvironment() },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  server.on('message', () => {
    isRestarting = true;
    server?.kill('SIGTERM');
  });
  server.once('exit', (code, signal) => {
    if (isRestarting && !isStopping) start();
    else if (isStopping || code === 0) process.exit(toExitCode(code, signal));
    else startAfterChange();
  });
}

/** A failed start is tried again once a source file has changed. */
function startAfterChange() {
  process.stdout.write('· Waiting for a change\n');
  const watcher = watch(join(root, 'src'), { recursive: true }, () => {
    watcher.close();
    start();
  });
}

/** @param {NodeJS.Signals} signal */
function stop(signal) {
  if (isStopping || server?.exitCode !== null) process.exit(toExitCode(null, signal));
  isStopping = true;
  // The terminal sends Ctrl-C to every process itself.
  setTimeout(() => server?.kill(signal), signal === 'SIGINT' ? 300 : 0);
}
