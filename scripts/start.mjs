// @ts-check
// `npm start`: makes sure that the shop is installed and built, then runs it and ends with it.
import './require-node.mjs';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, serverFile } from './prepare.mjs';
import { findPinnedNode, forwardSignals, root, run, ScriptError, toExitCode } from './processes.mjs';
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

/** A shop that was asked to end has so long to do it, in ms. Its event loop may be blocked: then it hears no signal. */
const KILL_AFTER_MS = 9_000;
/** Its database is then ended in order within this, else at once. The next start recovers. */
const DATABASE_MS = 700;

function runShop() {
  process.stdout.write('· Starting the shop\n');
  const settings = existsSync(join(root, '.env')) ? ['--env-file=.env'] : [];
  // Its end tells the shop that the launcher was killed. The shop says by it where its database is.
  const shop = spawn(findPinnedNode(), [...settings, serverFile], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  /** @type {string | undefined} */
  let cluster;
  shop.on('message', (/** @type {{ cluster?: string }} */ message) => {
    cluster = message.cluster;
  });
  let stopRequested = false;
  let isKilled = false;
  /** @param {NodeJS.Signals} signal */
  const requestStop = (signal) => {
    if (stopRequested) return;
    stopRequested = true;
    // A Ctrl-C reaches every process of the terminal by itself.
    setTimeout(() => shop.kill(signal), signal === 'SIGINT' ? 300 : 0);
    setTimeout(() => {
      isKilled = shop.kill('SIGKILL');
    }, KILL_AFTER_MS);
  };
  forwardSignals(requestStop);
  watchCaller(() => requestStop('SIGTERM'));
  shop.once('error', (error) => {
    console.error(`The shop could not be started: ${error.message}`);
    process.exit(1);
  });
  shop.once('exit', async (code, signal) => {
    if (isKilled) {
      console.error('The shop did not stop by itself and was killed. Nothing that it had confirmed is lost.');
      if (cluster)
        await run(findPinnedNode(), [join(root, 'scripts', 'end-database.mjs'), cluster, String(DATABASE_MS)]);
    }
    process.exit(toExitCode(code, signal));
  });
}
