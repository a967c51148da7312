import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { enterMachine } from './network.ts';

const daemons = new Set<Daemon>();

export interface DaemonOptions {
  name: string;
  command: readonly string[];
  env: Record<string, string>;
  /** The machine on which it runs. Without one, beside the test. */
  machine?: string;
  /** Its output is appended to this file. */
  log: string;
  cwd?: string;
  /** Runs as this user of the machine instead of as root. */
  user?: string;
}

/** What a fault kills or pauses: a program, a server or a whole machine. */
export interface Target {
  signal(signal: NodeJS.Signals): void;
  start(): void;
}

/** A program of the cluster that can be killed, paused and started again, as a process manager would. */
export class Daemon implements Target {
  readonly options: DaemonOptions;
  /** Where it runs from its next start on. */
  cwd: string;
  #process: ChildProcess | undefined;

  constructor(options: DaemonOptions) {
    this.options = options;
    this.cwd = options.cwd ?? process.cwd();
    daemons.add(this);
  }

  get pid(): number | undefined {
    return this.#process?.exitCode === null && this.#process.signalCode === null ? this.#process.pid : undefined;
  }

  start(): void {
    if (this.pid) return;
    const { command, machine, env, log, user } = this.options;
    const output = openSync(log, 'a');
    // The kernel ends them with us, also if we are killed.
    const identity = user ? ['--reuid', user, '--regid', user, '--init-groups'] : [];
    const [program = '', ...args] = [
      ...(machine ? enterMachine(machine) : []),
      ...['setpriv', '--pdeathsig', 'KILL', ...identity, '--', ...command],
    ];
    const child = spawn(program, args, {
      cwd: this.cwd,
      stdio: ['ignore', output, output],
      env: { PATH: process.env.PATH ?? '', ...env },
      // Ctrl-C is for the runner alone.
      detached: true,
    });
    closeSync(output);
    child.once('error', (error) => console.error(`${this.options.name}: ${error.message}`));
    this.#process = child;
  }

  /** Sends a signal to the program and everything that it has started. */
  signal(signal: NodeJS.Signals): void {
    if (this.pid) signalTree(this.pid, signal);
  }

  /** Sends SIGTERM to the program alone, and waits until it has ended. */
  async end(): Promise<void> {
    const child = this.#process;
    if (!child || !this.pid) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    await ended;
  }
}

/** The processes and their parents. */
function listParents(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  return parents;
}

/** Sends a signal to a process and all its descendants, the process itself first. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  const parents = listParents();
  const tree = [pid];
  for (const parent of tree) for (const [child, its] of parents) if (its === parent) tree.push(child);
  for (const one of tree) {
    try {
      process.kill(one, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Ends every program of the cluster at once, also paused ones. */
export function killAll(): void {
  for (const daemon of daemons) daemon.signal('SIGKILL');
}

/** Polls until `check` holds. Throws with `what` after `seconds`. */
export async function waitFor(what: string, seconds: number, check: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + seconds * 1_000;
  while (!(await check().catch(() => false))) {
    if (performance.now() > end) throw new Error(`${what} did not happen within ${seconds} s`);
    await pause(200);
  }
}
