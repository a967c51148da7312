import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Daemon } from './daemon.ts';

/** Much more than a run needs. Only what is stored takes memory. */
const MEGABYTES = 2_048;

/** A disk of its own below a folder, in memory, which can be filled. */
export class Disk {
  readonly #folder: string;
  readonly #filler: Daemon;

  /** Mounts it, unless an interrupted run has left it there. */
  constructor(folder: string, { owner, log }: { owner: number; log: string }) {
    this.#folder = folder;
    if (!isMounted(folder))
      execFileSync('mount', [
        '-t',
        'tmpfs',
        '-o',
        `size=${MEGABYTES}m,uid=${owner},gid=${owner},mode=0700`,
        'tmpfs',
        folder,
      ]);
    // What PostgreSQL frees meanwhile is taken, too, as by somebody who goes on writing.
    const write = 'while :; do dd if=/dev/zero of="$0" bs=64k oflag=append conv=notrunc status=none; sleep 0.2; done';
    this.#filler = new Daemon({
      name: 'what fills a disk',
      command: ['/bin/sh', '-c', write, this.#file],
      env: {},
      log,
    });
  }

  get #file(): string {
    return join(this.#folder, 'filler');
  }

  fill(): void {
    this.#filler.start();
  }

  free(): void {
    this.#filler.signal('SIGKILL');
    rmSync(this.#file, { force: true });
  }

  /** Gives its memory back, with everything on it. */
  unmount(): void {
    if (isMounted(this.#folder)) execFileSync('umount', ['--lazy', this.#folder]);
  }
}

function isMounted(folder: string): boolean {
  return readFileSync('/proc/mounts', 'utf8').includes(` ${folder} `);
}
