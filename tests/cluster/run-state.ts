import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Moment } from './backups.ts';
import type { FaultResult } from './measure.ts';
import type { Options } from './options.ts';

/** What is known of a run, so that it can go on after it was interrupted. */
export interface RunState {
  options: Options;
  /** Has the databases, the logs and what was noted. */
  folder: string;
  /** The results of the faults so far. */
  faults: FaultResult[];
  /** Moments that can be restored. */
  moments: Moment[];
  requests: number;
  seconds: number;
}

const toFile = (seed: number) => `artifacts/cluster-run-${seed}.json`;

/** The state of an interrupted run, or null if there is none with this seed. */
export function readRunState(seed: number): RunState | null {
  const file = toFile(seed);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunState) : null;
}

export function writeRunState(state: RunState): void {
  mkdirSync('artifacts', { recursive: true });
  const file = toFile(state.options.seed);
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

export function removeRunState({ options }: RunState): void {
  rmSync(toFile(options.seed), { force: true });
}
