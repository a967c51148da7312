import type { Probe } from '#src/platform/port-health.server.ts';

/** Tiles are given by others, often for nothing: what is known of them may be this old, in ms. */
const ASKED_EVERY_MS = { up: 10 * 60_000, down: 60_000 };

/**
 * Asks for the one tile of the whole world, far less often than the board is probed. It is the browsers that need tiles,
 * so this tells the shop's owner what they will find, and nothing waits for it.
 */
export function tileProbe(template: string, publicUrl: string, now: () => number = Date.now): Probe {
  const address = template.replace(/\{([zxysr])\}/g, (_, part: string) => ({ s: 'a', r: '' })[part] ?? '0');
  let asked = { at: Number.NEGATIVE_INFINITY, trouble: null as string | null };
  return async (signal) => {
    if (now() - asked.at >= ASKED_EVERY_MS[asked.trouble ? 'down' : 'up'])
      asked = { at: now(), trouble: await ask(address, publicUrl, signal) };
    if (asked.trouble) throw new Error(asked.trouble);
  };
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
