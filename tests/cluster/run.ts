// `npm run test:cluster`: inflicts faults on a cluster from the files in `deploy/cluster` while buyers use it, and checks that
// nothing confirmed is lost. Not part of `npm test`. Needs Linux, root and Debian's packages, which it installs.
import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '#tests/support/random.ts';
import { makeScratchDir } from '#tests/support/scratch-dir.ts';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { run } from '../../scripts/processes.mjs';
import { Buyers } from './buyers.ts';
import { Cluster } from './cluster.ts';
import { findDoubled, findLost } from './compare.ts';
import { compareImports } from './compare-imports.ts';
import { waitFor } from './daemon.ts';
import { buildVersion, findEarlierVersion } from './earlier-version.ts';
import type { Fault } from './fault.ts';
import { Importer } from './importer.ts';
import { Ledger } from './ledger.ts';
import { type FaultResult, measureFault } from './measure.ts';
import { listSteps, readOptions } from './options.ts';
import { ensurePackages, readVersions } from './packages.ts';
import { formatRun, isGood, type RunResult } from './report.ts';
import { Requests } from './requests.ts';
import { type RunState, readRunState, removeRunState, writeRunState } from './run-state.ts';
import { Sessions } from './sessions.ts';

const RESULTS = 'bench/cluster-results.md';
const BUYERS = 6;
/** A node that was away may have to copy the whole database. */
const HEALING_SECONDS = 180;

const { keep, isContinued, ...chosen } = readOptions();
ensurePackages();
await ensureBuilt();

const startedAt = Date.now();
const [loadBefore = 0] = loadavg();
const state = (isContinued && findInterrupted(chosen.seed)) || {
  options: chosen,
  folder: makeScratchDir('cluster-'),
  faults: [],
  moments: [],
  requests: 0,
  seconds: 0,
};
chmodSync(state.folder, 0o755);
const { options } = state;
const steps = listSteps(options);
const isUpgraded = state.faults.length === 0 && steps[0]?.upgrades === true;
const earlier = isUpgraded ? (options.from ?? findEarlierVersion()) : null;
const cluster = new Cluster(state.folder, earlier ? await buildVersion(earlier) : process.cwd());
const requests = new Requests();
const ledger = new Ledger(join(state.folder, 'ledger'));
const sessions = new Sessions();
const buyers = new Buyers({ requests, ledger, sessions }, options.seed + state.faults.length);
const importer = new Importer({ requests, ledger, sessions });
process.once('exit', () => {
  cluster.kill();
  // A run that is interrupted in its first fault starts over.
  if (state.faults.length === 0) cluster.removeDisks();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
console.log(`If this is interrupted: npm run test:cluster -- --continue --seed ${options.seed}`);

const result = await inflictAll();
mkdirSync('artifacts', { recursive: true });
writeFileSync(options.isPart ? 'artifacts/cluster-results.md' : RESULTS, formatRun(result));
console.log(formatRun(result));
for (const { what, lost } of [...result.comparisons, ...(result.restored?.comparisons ?? [])])
  for (const id of lost) console.log(`lost of ${what}: ${id}`);
for (const doubled of result.doubled) console.log(`doubled: ${doubled}`);
for (const { id, isSeenLater } of requests.unseen)
  console.log(`unseen: ${id}, ${isSeenLater ? 'but' : 'not even'} later`);
if (!result.verify.holds) console.log(result.verify.output);
cluster.kill();
cluster.removeDisks();
removeRunState(state);
if (keep || !isGood(result)) console.log(`The logs are in ${state.folder}.`);
else rmSync(state.folder, { recursive: true });
process.exit(isGood(result) ? 0 : 1);

/** The state of an interrupted run. Exits if there is none, or if its databases are gone. */
function findInterrupted(seed: number): RunState {
  const found = readRunState(seed);
  if (found && existsSync(found.folder)) return found;
  console.error(`There is no interrupted run with the seed ${seed}${found ? ` in ${found.folder} any more` : ''}.`);
  return process.exit(2);
}

function log(text: string): void {
  const seconds = state.seconds + (Date.now() - startedAt) / 1_000;
  console.log(`${seconds.toFixed(0).padStart(5)} s  ${text}`);
}

async function inflictAll(): Promise<RunResult> {
  log(`seed ${options.seed}, starting the cluster in ${state.folder}${earlier ? ` with version ${earlier}` : ''}`);
  await cluster.start();
  if (steps.some(({ backsUp }) => backsUp)) await cluster.backups.begin();
  await sessions.begin(BUYERS);
  await buyers.prepare();
  buyers.begin();
  importer.begin();
  for (const fault of steps.slice(state.faults.length)) {
    await cluster.storeTimelines().catch(() => log('a standby did not store its timeline'));
    const random = createRandom(options.seed + 1 + state.faults.length);
    await pause((options.seconds + random.next()) * 1_000);
    if (steps.slice(0, state.faults.length).some(({ backsUp }) => backsUp)) await noteMoment();
    const measured = await endure(fault);
    state.faults.push(measured);
    writeRunState({ ...state, ...measureRun() });
    const { writesBack, longestGap, missed, writes, pages } = measured;
    log(
      `${fault.name}: writes back ${writesBack} s, gap ${longestGap} s, ${writes.unavailable} × 503 ${missed.join('; ')}`,
    );
    for (const [failure, times] of Object.entries(pages.failures)) log(`  ${failure} (${times} ×)`);
  }
  await pause(3_000);
  log('waiting until everybody is answered');
  await Promise.all([buyers.finish(), importer.finish()]);
  sessions.end();
  // Webhooks and refunds are still on their way.
  await pause(15_000);
  return compareAll();
}

async function compareAll(): Promise<RunResult> {
  const { notes } = ledger;
  const [comparisons, imports, doubled] = await cluster.onPrimary(async (client) => [
    await findLost(client, notes),
    await compareImports(client, notes),
    await findDoubled(client, notes),
  ]);
  const moment = state.moments.length > 0 ? createRandom(options.seed).pick(state.moments) : null;
  if (moment) log(`restoring ${moment.at} aside`);
  return {
    conditions: describeConditions(),
    faults: state.faults,
    comparisons: [...comparisons, imports.comparison],
    doubled: [...doubled, ...imports.doubled],
    failedImports: importer.failures,
    restored: moment && (await cluster.backups.restoreAside(moment, notes)),
    verify: await verify(),
  };
}

async function noteMoment(): Promise<void> {
  const measure = () => ({ before: ledger.mark(), keys: ledger.notes.keys.length });
  state.moments.push(await cluster.backups.noteMoment(measure));
}

async function endure(fault: Fault): Promise<FaultResult> {
  log(fault.name);
  const readsBefore = await cluster.countStandbyReads();
  const inflictedAt = performance.now();
  const repair = await fault.inflict(cluster);
  await pause(Math.max(0, fault.seconds * 1_000 - (performance.now() - inflictedAt)));
  const repairedAt = performance.now();
  await repair();
  // Patroni's picture of the cluster is a few seconds old.
  await pause(5_000);
  await waitFor(`a healthy cluster after ${fault.name}`, HEALING_SECONDS, () => cluster.isHealthy());
  const healthyAt = performance.now();
  const standbyReads = countSince(readsBefore, await cluster.countStandbyReads());
  return measureFault({ fault, inflictedAt, repairedAt, healthyAt, standbyReads }, requests);
}

/** A shop that was restarted meanwhile began at zero. */
function countSince(before: readonly number[], after: readonly number[]): number {
  const counts = after.map((count, at) => count - (count < (before[at] ?? 0) ? 0 : (before[at] ?? 0)));
  return counts.reduce((total, count) => total + count, 0);
}

function measureRun(): { requests: number; seconds: number } {
  return {
    requests: state.requests + requests.answers.length,
    seconds: state.seconds + Math.round((Date.now() - startedAt) / 1_000),
  };
}

function describeConditions(): string[] {
  const [{ model = '' } = {}] = cpus();
  const { requests: sent, seconds } = measureRun();
  return [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${model}, Node ${process.version}, a load of ${loadBefore.toFixed(1)} before the start`,
    readVersions(),
    `seed ${options.seed}, ${steps.length} faults in ${seconds} s; ${ledger.notes.keys.length} keys, ${sent} requests`,
    ...(earlier ? [`upgraded from ${earlier}`] : []),
  ];
}

async function verify(): Promise<RunResult['verify']> {
  const env = { ...process.env, ...cluster.shopVariables, LOG_LEVEL: 'error' };
  const { code, output } = await run(process.execPath, ['scripts/verify.mjs'], { env, quiet: true });
  return { holds: code === 0, output: output.split('\n').slice(-40).join('\n') };
}
