/** The segments of one log are 16 MB, so that a log of 4 GB has this many. */
const SEGMENTS_PER_LOG = 256n;

/** The name of a file of the write-ahead log, as PostgreSQL chose it: a segment, or the history of a timeline. */
export type WalFile = string;

const SEGMENT = /^[0-9A-F]{24}$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;
const ARCHIVED = /^([0-9A-F]{24}|[0-9A-F]{8}\.history)-([0-9a-f]{16})\.zst(?:\.age)?$/;
const BASE = /^base-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.json$/;
const IMAGE = /^image-([A-Za-z0-9_-]{1,80}\.webp)\.zst(?:\.age)?$/;

/**
 * What PostgreSQL also hands over and no restore needs: where a base backup began, which the backup says itself, and the
 * unfinished segment of a timeline that was left.
 */
export const isSurplus = (name: string): boolean => /^[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup|\.partial)$/.test(name);

export const isSegment = (name: string): boolean => SEGMENT.test(name);
export const isHistory = (name: string): boolean => HISTORY.test(name);

/** In an archive, the name of a file has a part of its checksum: two copies of a shop must not mix their logs. */
export const toArchivedName = (file: WalFile, sha256: string, isEncrypted: boolean): string =>
  `${file}-${sha256.slice(0, 16)}.zst${isEncrypted ? '.age' : ''}`;

/** The file of the log that is stored under this name; null for any other name. */
export function parseArchivedName(name: string): { file: WalFile; sum: string } | null {
  const [, file, sum] = ARCHIVED.exec(name) ?? [];
  return file && sum ? { file, sum } : null;
}

export const toImageName = (file: string, isEncrypted: boolean): string =>
  `image-${file}.zst${isEncrypted ? '.age' : ''}`;

/** The image file that is stored under this name; null for any other name. */
export const parseImageName = (name: string): string | null => IMAGE.exec(name)?.[1] ?? null;

/** The name of a base backup's file, without its end. Names sort by time. */
export const toBaseName = (startedAt: Date): string =>
  `base-${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** The base backups that are complete, newest first, as their names without an end. */
export const listBases = (names: Iterable<string>): string[] =>
  [...names]
    .filter((name) => BASE.test(name))
    .map((name) => name.slice(0, -'.json'.length))
    .sort()
    .reverse();

export const getTimeline = (segment: WalFile): string => segment.slice(0, 8);

/** The place of a segment in the log, which goes on over timelines. */
export const getPosition = (segment: WalFile): bigint =>
  BigInt(`0x${segment.slice(8, 16)}`) * SEGMENTS_PER_LOG + BigInt(`0x${segment.slice(16)}`);

/** The segment after this one on the same timeline. */
export function getNextSegment(segment: WalFile): WalFile {
  const next = getPosition(segment) + 1n;
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0');
  return `${getTimeline(segment)}${hex(next / SEGMENTS_PER_LOG)}${hex(next % SEGMENTS_PER_LOG)}`;
}

/** The segments from `first` on, as far as none is missing. */
export function listChain(first: WalFile, has: (segment: WalFile) => boolean): WalFile[] {
  const chain: WalFile[] = [];
  for (let segment = first; has(segment); segment = getNextSegment(segment)) chain.push(segment);
  return chain;
}
