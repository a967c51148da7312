import { getPosition, isSegment, listBases, parseArchivedName, parseImageName } from './archive-names.ts';
import type { WalArchive } from './wal-archive.server.ts';

const DAY_MS = 86_400_000;

/**
 * Removes what no moment of the last `keepDays` needs: older base backups, except the one that the oldest of these
 * moments begins from, the log before that one, and images that it no longer had. Returns how many files, and why
 * others could not be removed, which is no failure: keys that may not delete protect the archive.
 */
export async function pruneWalArchive(
  archive: WalArchive,
  keepDays: number,
  now = Date.now(),
): Promise<{ removed: number; problem: string | null }> {
  let removed = 0;
  try {
    for (const name of await listUnneeded(archive, now - keepDays * DAY_MS)) {
      await archive.remove(name);
      removed += 1;
    }
    return { removed, problem: null };
  } catch (error) {
    return { removed, problem: error instanceof Error ? error.message : String(error) };
  }
}

async function listUnneeded(archive: WalArchive, from: number): Promise<string[]> {
  const names = await archive.names();
  const bases = listBases(names);
  let oldest = await readOrNull(archive, bases[0]);
  if (!oldest) return [];
  const kept = new Set([oldest.name]);
  // An image that a later base backup has again is needed: its folder was not there at that moment.
  let removedImages = new Set(oldest.removedImages);
  // From the newest on, up to the first from which the oldest moment can be restored.
  for (const name of bases.slice(1)) {
    if (Date.parse(oldest.stoppedAt) <= from) break;
    oldest = await archive.readBase(name);
    kept.add(name);
    const stillRemoved = oldest.removedImages.filter((image) => removedImages.has(image));
    removedImages = new Set(stillRemoved);
  }
  const firstPosition = getPosition(oldest.firstSegment);
  const newest = bases[0] ?? '';
  const unneeded = names.filter((name) => {
    const file = parseArchivedName(name)?.file;
    if (file) return isSegment(file) && getPosition(file) < firstPosition;
    if (name.startsWith('base-')) {
      const base = name.slice(0, name.indexOf('.'));
      // A newer one may just be made.
      return !kept.has(base) && base < newest;
    }
    return parseImageName(name) !== null && removedImages.has(name);
  });
  // A base backup without what describes it is not one, so a killed run leaves none that lacks its log.
  return unneeded.sort((one, other) => rank(one) - rank(other));
}

const rank = (name: string) => (name.endsWith('.json') ? 0 : 1);

const readOrNull = async (archive: WalArchive, name: string | undefined) => (name ? archive.readBase(name) : null);
