import type { Call } from './requests.ts';

/** How long a call took, in milliseconds. */
export interface Timing {
  p50: number;
  p99: number;
  samples: number;
}

const WARM_UP = 4;
const MIN_SAMPLES = 10;
const MAX_SAMPLES = 100;
/** Slow calls are measured with fewer samples. */
const MAX_MS = 1_500;

export interface Asker {
  origin: string;
  admin: string;
  /** Changes a tool, which invalidates cached responses about tools. */
  change(): Promise<void>;
}

export function summarize(times: readonly number[]): Timing {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), samples: sorted.length };
}

/**
 * Requests a call repeatedly over one connection, as one visitor would. Returns null if the shop lacks an optional
 * call.
 */
export async function timeCall(call: Call, asker: Asker): Promise<Timing | null> {
  const times: number[] = [];
  const begun = performance.now();
  for (let sample = 0; sample < (call.distinct ?? WARM_UP + MAX_SAMPLES); sample += 1) {
    if (call.afterChange) await asker.change();
    const took = await timeRequest(call, asker, sample);
    if (took === null) return null;
    if (sample >= WARM_UP) times.push(took);
    if (!call.distinct && times.length >= MIN_SAMPLES && performance.now() - begun > MAX_MS) break;
  }
  return summarize(times);
}

async function timeRequest(call: Call, { origin, admin }: Asker, sample: number): Promise<number | null> {
  const address = origin + call.address(sample);
  const begun = performance.now();
  const response = await fetch(address, call.isAdmins ? { headers: { authorization: `Bearer ${admin}` } } : {});
  const body = await response.text();
  const took = performance.now() - begun;
  if (response.ok) return took;
  if (call.isOptional && [404, 405].includes(response.status)) return null;
  throw new Error(`GET ${address}: ${response.status} ${body.slice(0, 300)}`);
}

/** How many pages of a list are read by cursor. */
const CURSORS = 40;

/** Follows `Link: rel="next"` from the first page of a list. Returns null if the list has no cursor. */
export async function timeCursor(address: string, isAdmins: boolean, { origin, admin }: Asker): Promise<Timing | null> {
  const times: number[] = [];
  let next: string | undefined = origin + address;
  for (let page = 0; next && page <= CURSORS; page += 1) {
    const begun = performance.now();
    const response: Response = await fetch(next, isAdmins ? { headers: { authorization: `Bearer ${admin}` } } : {});
    const body = await response.text();
    if (!response.ok) throw new Error(`GET ${next}: ${response.status} ${body.slice(0, 300)}`);
    if (page > 0) times.push(performance.now() - begun);
    const link: string | undefined = /<([^>]+)>;\s*rel="?next"?/.exec(response.headers.get('link') ?? '')?.[1];
    next = link && new URL(link, next).href;
  }
  return times.length > 0 ? summarize(times) : null;
}
