import { PROBE_SKIPPED, type Probe } from '#src/platform/health-registry.server.ts';
import type { Company } from '#src/shared/company.ts';

/** Tiles come from others, often for free, so they are probed this seldom. */
const PROBE_INTERVAL_MS = { up: 10 * 60_000, down: 60_000 };

/** The streets around the shop, where the map begins. */
const ZOOM = 13;

/**
 * Requests the tile that the shop itself is on: a host of one region has it, too. Unless `forced` it asks far less often
 * than other dependencies are probed. Only browsers need tiles, so nothing waits for it.
 */
export function createTileProbe({
  template,
  publicUrl,
  getLocation,
  now = Date.now,
}: {
  template: string;
  publicUrl: string;
  getLocation: () => Company['location'];
  now?: () => number;
}): Probe {
  let lastProbe = { at: Number.NEGATIVE_INFINITY, reason: null as string | null };
  return async (signal, forced) => {
    if (!forced && now() - lastProbe.at < PROBE_INTERVAL_MS[lastProbe.reason ? 'down' : 'up']) return PROBE_SKIPPED;
    const parts: Record<string, string> = { ...getTileAt(getLocation()), s: 'a', r: '' };
    const address = template.replace(/\{([zxysr])\}/g, (_, part: string) => parts[part] ?? '');
    lastProbe = { at: now(), reason: await probeTile(address, publicUrl, signal) };
    if (lastProbe.reason) throw new Error(lastProbe.reason);
  };
}

/** Which tile a place is on, as Web Mercator numbers them. */
function getTileAt({ latitude, longitude }: Company['location']) {
  const tileCount = 2 ** ZOOM;
  const x = Math.floor(((longitude + 180) / 360) * tileCount);
  const north = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI;
  return { z: String(ZOOM), x: String(x), y: String(Math.floor(((1 - north) / 2) * tileCount)) };
}

/** What is wrong, or null when an image came. The sentence does not hold the address, which may hold a key. */
async function probeTile(address: string, publicUrl: string, signal: AbortSignal): Promise<string | null> {
  try {
    const headers = { 'user-agent': `Ironmonger (${publicUrl})`, referer: `${publicUrl}/` };
    const response = await fetch(address, { headers, signal });
    await response.body?.cancel();
    if (!response.ok) return `The tile server responded with ${response.status}.`;
    const isImage = response.headers.get('content-type')?.startsWith('image/');
    return isImage ? null : 'The tile server sent something that is not an image.';
  } catch {
    return signal.aborted ? 'The tile server did not respond in time.' : 'The tile server cannot be reached.';
  }
}
