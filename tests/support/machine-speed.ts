/** How long the baseline takes, in ms, on the machine for which the bounds of tests were chosen. */
const FLOOR_MS = 1.6;
/** How many times the baseline is repeated in a run. */
const PIECES = 10;

/** The processor time that this thread has used, in ms. What other processes take of the machine does not count. */
export function readCpuMs(): number {
  // The types of Node.js do not have it yet.
  const { user, system } = (process as unknown as { threadCpuUsage(): NodeJS.CpuUsage }).threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * Measures the baseline, which is the same work on every machine: writing and parsing 370 KB of small objects, as the
 * longest responses are. The best of three runs counts, each as long as what is judged: a single piece of work may just
 * hit a fast moment.
 */
function measureFloor(): number {
  const entries = Array.from({ length: 2_000 }, (_, at) => ({
    id: String(at).padStart(24, '0'),
    name: 'A hammer of some length, A hammer of some length, A hammer',
    price: '18.90',
    at: '2026-11-27T08:00:00.000Z',
    lines: [at, at + 1, at + 2],
  }));
  const runs = Array.from({ length: 3 }, () => {
    const before = readCpuMs();
    for (let piece = 0; piece < PIECES; piece += 1) JSON.parse(JSON.stringify(entries));
    return (readCpuMs() - before) / PIECES;
  });
  return Math.min(...runs);
}

/**
 * How many times slower this machine is right now than the one for which bounds were chosen; at least 1. Measure it
 * beside what is judged: a shared machine becomes half as fast within minutes.
 */
export function measureSlowdown(): number {
  return Math.max(1, measureFloor() / FLOOR_MS);
}
