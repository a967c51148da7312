// @ts-check
// `npm start`: makes sure that the shop is installed and built, then runs it and ends with it.
import './require-node.mjs';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, serverFile } from './prepare.mjs';
import { findPinnedNode, forwardSignals, root, ScriptError, toExitCode } from './processes.mjs';
import { watchCaller } from './watch-caller.mjs';

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
    // A Ctrl-C reaches every process of the terminal by itself.
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
