import { PROBE_SKIPPED, type Probe } from '#src/platform/health-registry.server.ts';
import { company } from '#src/shared/site-copy.ts';

/** Tiles are given by others, often for nothing: what is known of them may be this old, in ms. */
const PROBE_INTERVAL_MS = { up: 10 * 60_000, down: 60_000 };

/** How near: the streets around the shop, where the map begins. */
const SCALE = 13;

/**
 * Asks for the tile that the shop itself is on, which a host of one region has, too, and, unless `forced`, far less often
 * than the board is probed. It is the browsers that need tiles, so this tells the shop's owner what they will find, and
 * nothing waits for it.
 */
export function createTileProbe(template: string, publicUrl: string, now: () => number = Date.now): Probe {
  const parts: Record<string, string> = { ...getTileAt(company.location), s: 'a', r: '' };
  const address = template.replace(/\{([zxysr])\}/g, (_, part: string) => parts[part] ?? '');
  let asked = { at: Number.NEGATIVE_INFINITY, trouble: null as string | null };
  return async (signal, forced) => {
    if (!forced && now() - asked.at < PROBE_INTERVAL_MS[asked.trouble ? 'down' : 'up']) return PROBE_SKIPPED;
    asked = { at: now(), trouble: await ask(address, publicUrl, signal) };
    if (asked.trouble) throw new Error(asked.trouble);
  };
}

/** Which tile a place is on, as Web Mercator numbers them. */
function getTileAt({ latitude, longitude }: { latitude: number; longitude: number }) {
  const inAll = 2 ** SCALE;
  const x = Math.floor(((longitude + 180) / 360) * inAll);
  const north = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI;
  return { z: String(SCALE), x: String(x), y: String(Math.floor(((1 - north) / 2) * inAll)) };
}

/** What is wrong, a sentence without the address, which may hold a key; null when a picture came. */
async function ask(address: string, publicUrl: string, signal: AbortSignal): Promise<string | null> {
  try {
    const headers = { 'user-agent': `Ironmonger (${publicUrl})`, referer: `${publicUrl}/` };
    const answer = await fetch(address, { headers, signal });
    await answer.body?.cancel();
    if (!answer.ok) return `The tiles’ host answered ${answer.status}.`;
    const isPicture = answer.headers.get('content-type')?.startsWith('image/');
    return isPicture ? null : 'The tiles’ host answered something that is no picture.';
  } catch {
    return signal.aborted ? 'The tiles’ host did not answer in time.' : 'The tiles’ host cannot be reached.';
  }
}
