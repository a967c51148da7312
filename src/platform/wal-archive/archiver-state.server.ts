import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { getWalSpool } from '../postgres/wal-spool.server.ts';

const schema = z.object({
  problem: z.string().nullable(),
  archivedAt: z.coerce.date().nullable(),
  needsBase: z.boolean(),
});

/** How the archive of the log is, as `WalArchiver.state` says. */
export type ArchiverState = z.output<typeof schema>;

/** In ms. What stays as it is is written again after this time, so that readers know that somebody archives. */
const REPEATED_MS = 30_000;

/**
 * Tells the other workers of this machine how the archive is, in a file beside the log that waits: one of them archives,
 * and each of them may be asked.
 */
export function createSharedState(dataDir: string) {
  const file = join(getWalSpool(join(dataDir, 'postgres')), 'state.json');
  /** Of an earlier run of the shop, nobody needs to know. */
  const startedAt = Date.now() - performance.now();
  let written = { text: '', at: Number.NEGATIVE_INFINITY };
  return {
    write(state: ArchiverState): void {
      const text = JSON.stringify({ problem: state.problem, needsBase: state.needsBase });
      if (text === written.text && performance.now() - written.at < REPEATED_MS) return;
      written = { text, at: performance.now() };
      writeFileSync(`${file}.new`, JSON.stringify({ ...state, at: Date.now() }));
      renameSync(`${file}.new`, file);
    },
    /** Another process may write from now on. */
    forget(): void {
      written = { text: '', at: Number.NEGATIVE_INFINITY };
    },
    /** Null if nobody has written since this process began. */
    read(): ArchiverState | null {
      try {
        const stored: unknown = JSON.parse(readFileSync(file, 'utf8'));
        const { at } = z.object({ at: z.number() }).parse(stored);
        return at < startedAt ? null : schema.parse(stored);
      } catch {
        return null;
      }
    },
  };
}
