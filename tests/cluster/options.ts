import { parseArgs } from 'node:util';
import { FAULTS } from './faults.ts';

const USAGE = `npm run test:cluster -- [--only FAULT,…] [--seed N] [--seconds S] [--rounds N] [--from COMMIT] [--keep]
npm run test:cluster -- --continue --seed N
  --only      inflicts only these faults, in this order
  --seed      repeats the choices of an earlier run
  --seconds   how long buyers use a healthy cluster before each fault (8)
  --rounds    how often the faults are gone through (1)
  --from      the version before, for rolling-upgrade: a tag or commit
  --keep      keeps the folder with the logs
  --continue  goes on with an interrupted run, at the fault in which it was interrupted

${FAULTS.map(({ name, about }) => `  ${name.padEnd(22)} ${about}`).join('\n')}`;

export interface Options {
  /** The names of the faults of a round. */
  faults: readonly string[];
  /** False if all faults are inflicted. */
  isPart: boolean;
  seed: number;
  seconds: number;
  rounds: number;
  /** The version before, if one was named. */
  from?: string;
}

/** Reads the command line. Exits if it cannot be understood. */
export function readOptions(): Options & { keep: boolean; isContinued: boolean } {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      seed: { type: 'string' },
      seconds: { type: 'string', default: '8' },
      rounds: { type: 'string', default: '1' },
      from: { type: 'string' },
      keep: { type: 'boolean', default: false },
      continue: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const faults = values.only?.split(',') ?? FAULTS.map(({ name }) => name);
  const isKnown = faults.every((name) => FAULTS.some((fault) => fault.name === name));
  if (values.help || !isKnown || (values.continue && !values.seed)) {
    console.log(USAGE);
    process.exit(values.help ? 0 : 2);
  }
  return {
    faults,
    isPart: values.only !== undefined,
    seed: Number(values.seed ?? Math.floor(Math.random() * 1_000_000)),
    seconds: Number(values.seconds),
    rounds: Number(values.rounds),
    ...(values.from && { from: values.from }),
    keep: values.keep,
    isContinued: values.continue,
  };
}

/** Each fault of each round, in order. The shops are upgraded once, before everything else. */
export function listSteps({ faults, rounds }: Options) {
  const named = FAULTS.filter(({ name }) => faults.includes(name));
  const inOrder = faults.flatMap((name) => named.find((fault) => fault.name === name) ?? []);
  const upgrades = inOrder.filter((fault) => fault.upgrades);
  const others = inOrder.filter((fault) => !fault.upgrades);
  return [...upgrades.slice(0, 1), ...Array.from({ length: rounds }, () => others).flat()];
}
