import { PROBE_SKIPPED, type Probe } from '#src/platform/health-registry.server.ts';
import type { Company } from '#src/shared/company.ts';

/** Tiles come from other companies, often for free, so probes are rare. */
const PROBE_INTERVAL_MS = { up: 10 * 60_000, down: 60_000 };

/** The zoom level of the streets around the shop, where the map starts. */
const ZOOM = 13;

/**
 * Requests the tile with the shop itself, which even a host for one region has. Unless `forced`, it probes far less
 * often than other dependencies. Only browsers need tiles, so nothing waits for it.
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

/** The tile that a place is on, in Web Mercator numbering. */
function getTileAt({ latitude, longitude }: Company['location']) {
  const tileCount = 2 ** ZOOM;
  const x = Math.floor(((longitude + 180) / 360) * tileCount);
  const north = Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI;
  return { z: String(ZOOM), x: String(x), y: String(Math.floor(((1 - north) / 2) * tileCount)) };
}

/** What is wrong, or null if an image arrived. The sentence never contains the address, which may contain a key. */
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
