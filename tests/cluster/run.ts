// `npm run test:cluster`: inflicts faults on a cluster from the files in `deploy/cluster` while buyers use it, and checks that
// nothing confirmed is lost. Not part of `npm test`. Needs Linux, root and Debian's packages, which it installs.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createRandom } from '#tests/support/random.ts';
import { makeScratchDir } from '#tests/support/scratch-dir.ts';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { run } from '../../scripts/processes.mjs';
import { Buyers } from './buyers.ts';
import { Cluster } from './cluster.ts';
import { findDoubled, findLost } from './compare.ts';
import { waitFor } from './daemon.ts';
import type { Fault } from './fault.ts';
import { FAULTS } from './faults.ts';
import { type FaultResult, measureFault } from './measure.ts';
import { ensurePackages, readVersions } from './packages.ts';
import { formatRun, isGood, type RunResult } from './report.ts';

const USAGE = `npm run test:cluster -- [--only FAULT,…] [--seed N] [--seconds S] [--rounds N] [--keep]
  --only      inflicts only these faults, in this order
  --seed      repeats the choices of an earlier run
  --seconds   how long buyers use a healthy cluster before each fault (8)
  --rounds    how often the faults are gone through (1)
  --keep      keeps the folder with the logs

${FAULTS.map(({ name, about }) => `  ${name.padEnd(22)} ${about}`).join('\n')}`;

const RESULTS = 'bench/cluster-results.md';
/** A node that was away may have to copy the whole database. */
const HEALING_SECONDS = 180;

const options = readOptions();
ensurePackages();
await ensureBuilt();

const folder = makeScratchDir('cluster-');
chmodSync(folder, 0o755);
const cluster = new Cluster(folder);
const buyers = new Buyers(options.seed);
process.once('exit', () => {
  cluster.kill();
  cluster.removeDisks();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));

const startedAt = Date.now();
const result = await runFaults();
mkdirSync('artifacts', { recursive: true });
writeFileSync(options.only ? 'artifacts/cluster-results.md' : RESULTS, formatRun(result));
console.log(formatRun(result));
for (const { what, lost } of result.comparisons) for (const id of lost) console.log(`lost of ${what}: ${id}`);
for (const doubled of result.doubled) console.log(`doubled: ${doubled}`);
if (!result.verify.holds) console.log(result.verify.output);
cluster.kill();
cluster.removeDisks();
const isKept = options.keep || !isGood(result);
if (isKept) console.log(`The logs are in ${folder}.`);
else rmSync(folder, { recursive: true });
process.exit(isGood(result) ? 0 : 1);

function readOptions() {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      seed: { type: 'string' },
      seconds: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '1' },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const names = values.only?.split(',') ?? FAULTS.map(({ name }) => name);
  const faults = names.map((name) => FAULTS.find((fault) => fault.name === name));
  if (values.help || faults.includes(undefined)) {
    console.log(USAGE);
    process.exit(values.help ? 0 : 2);
  }
  return {
    only: values.only,
    faults: faults.filter((fault) => fault !== undefined),
    seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    keep: values.keep,
  };
}

async function runFaults(): Promise<RunResult> {
  const log = (text: string) => console.log(`${((Date.now() - startedAt) / 1_000).toFixed(0).padStart(5)} s  ${text}`);
  const random = createRandom(options.seed + 1);
  log(`seed ${options.seed}, starting the cluster in ${folder}`);
  await cluster.start();
  await buyers.prepare();
  buyers.begin();
  const faults: FaultResult[] = [];
  for (let round = 0; round < options.rounds; round += 1) {
    for (const fault of options.faults) {
      await pause((options.seconds + random.next()) * 1_000);
      const measured = await endure(fault, log);
      faults.push(measured);
      const { writesBack, longestGap, missed, writes, pages } = measured;
      log(
        `${fault.name}: writes back ${writesBack} s, gap ${longestGap} s, ${writes.unavailable} × 503 ${missed.join('; ')}`,
      );
      for (const [failure, times] of Object.entries(pages.failures)) log(`  ${failure} (${times} ×)`);
    }
  }
  await pause(3_000);
  log('waiting until every buyer is answered');
  await buyers.finish();
  // Webhooks and refunds are still on their way.
  await pause(15_000);
  const [comparisons, doubled] = await cluster.onPrimary(async (client) => [
    await findLost(client, buyers.ledger),
    await findDoubled(client, buyers.ledger),
  ]);
  return { conditions: describeConditions(), faults, comparisons, doubled, verify: await verify() };
}

async function endure(fault: Fault, log: (text: string) => void): Promise<FaultResult> {
  log(fault.name);
  const inflictedAt = performance.now();
  const repair = await fault.inflict(cluster);
  await pause(Math.max(0, fault.seconds * 1_000 - (performance.now() - inflictedAt)));
  const repairedAt = performance.now();
  await repair();
  // Patroni's picture of the cluster is a few seconds old.
  await pause(5_000);
  await waitFor(`a healthy cluster after ${fault.name}`, HEALING_SECONDS, () => cluster.isHealthy());
  const healthyAt = performance.now();
  return measureFault({ fault, inflictedAt, repairedAt, healthyAt }, buyers.requests.answers);
}

function describeConditions(): string[] {
  const [{ model = '' } = {}] = cpus();
  const { keys } = buyers.ledger;
  return [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${model}, Node ${process.version}`,
    readVersions(),
    `seed ${options.seed}, ${options.rounds} × ${options.faults.length} faults in ${Math.round((Date.now() - startedAt) / 1_000)} s; ${keys.length} keys, ${buyers.requests.answers.length} requests`,
  ];
}

async function verify(): Promise<RunResult['verify']> {
  const env = { ...process.env, ...cluster.shopVariables, LOG_LEVEL: 'error' };
  const { code, output } = await run(process.execPath, ['scripts/verify.mjs'], { env, quiet: true });
  return { holds: code === 0, output: output.split('\n').slice(-40).join('\n') };
}
