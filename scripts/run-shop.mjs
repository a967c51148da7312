// @ts-check
import { spawn } from 'node:child_process';
import { findPinnedNode, forwardSignals, listEnvOptions, root, run, toExitCode } from './processes.mjs';
import { findProgram, serverFile } from './programs.mjs';
import { watchCaller } from './watch-caller.mjs';

/** How long the shop may take to end after a signal, in ms. A shop with a blocked event loop receives no signal. */
const KILL_AFTER_MS = 9_000;
/**
 * How long a killed shop's database gets for an orderly shutdown, in ms. If it is killed, too, the next start recovers.
 */
const DATABASE_MS = 700;

/** Runs the built shop until it exits, and exits with its code. A shop that does not stop is killed, with its database. */
export function runShop() {
  process.stdout.write('· Starting the shop\n');
  // When the IPC channel closes, the shop knows that the launcher was killed. Through it, the shop says where its
  // database is, how long it serves requests after SIGTERM, and whether SIGHUP asks for something else than its end.
  const shop = spawn(findPinnedNode(), [...listEnvOptions(), serverFile], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  /** @type {{ cluster?: string, shutdownDelayMs?: number, asksByHangup?: boolean }} */
  const told = {};
  shop.on('message', (message) => Object.assign(told, message));
  let stopRequested = false;
  let isKilled = false;
  /** @param {NodeJS.Signals} signal */
  const requestStop = (signal) => {
    if (stopRequested) return;
    if (signal === 'SIGHUP' && told.asksByHangup) return shop.kill(signal);
    stopRequested = true;
    // The terminal sends Ctrl-C to every process itself.
    setTimeout(() => shop.kill(signal), signal === 'SIGINT' ? 300 : 0);
    const delayMs = signal === 'SIGTERM' ? (told.shutdownDelayMs ?? 0) : 0;
    setTimeout(() => {
      isKilled = shop.kill('SIGKILL');
    }, delayMs + KILL_AFTER_MS);
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
      if (told.cluster) await run(findPinnedNode(), [findProgram('end-database'), told.cluster, String(DATABASE_MS)]);
    }
    process.exit(toExitCode(code, signal));
  });
}
