import { performance } from 'node:perf_hooks';

/** Texts on which regular expressions and trimming have been slow. Each is repeated up to a length. */
export const HOSTILE_TEXTS: Record<string, (length: number) => string> = {
  'commas between digits': (length) => `1${','.repeat(length - 2)}2`,
  blanks: (length) => ' '.repeat(length),
  'blanks within': (length) => `a${' '.repeat(length - 2)}b`,
  tabs: (length) => `a${'\t'.repeat(length - 2)}b`,
  brackets: (length) => '('.repeat(length),
  'letters before a sign': (length) => `${'a'.repeat(length - 1)}!`,
  digits: (length) => '1'.repeat(length),
  'digits and blanks': (length) => `${'1 '.repeat(length / 2 - 1)}x`,
  'at signs': (length) => '@'.repeat(length),
  'an address without an end': (length) => `a@${'a.'.repeat(length / 2 - 1)}`,
  'dots and hyphens': (length) => '.-'.repeat(length / 2),
  hyphens: (length) => `${'a-'.repeat(length / 2 - 1)}!`,
  slashes: (length) => `/images/${'/'.repeat(length - 8)}`,
  extensions: (length) => 'x1'.repeat(length / 2),
  marks: (length) => '\u0300\u0327'.repeat(length / 2),
  'a letter below marks': (length) => `a${'\u0315\u0300\u05ae'.repeat(length / 3 - 1)}b`,
  'halves of pictures': (length) => '\ud83d'.repeat(length),
  joiners: (length) => '\u200d'.repeat(length),
  'pictures and joiners': (length) => '🔨\u200d'.repeat(length / 3),
  lines: (length) => '\n'.repeat(length),
  'lines of words': (length) => 'a: b\r\n'.repeat(length / 6),
  zeros: (length) => '\u0000'.repeat(length),
  'a path of names': (length) => ' > a'.repeat(length / 4),
  capitals: (length) => 'İ'.repeat(length),
};

/**
 * Returns how long some work kept the event loop busy, in ms: the smaller of event loop time and processor time. On a
 * busy machine, the former includes waiting for a processor. The latter includes other threads.
 */
export async function measureBusy(work: () => unknown): Promise<number> {
  const [cpu, loop] = [process.cpuUsage(), performance.eventLoopUtilization()];
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return Math.min((user + system) / 1000, performance.eventLoopUtilization(loop).active);
}
