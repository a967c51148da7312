import { statfs } from 'node:fs/promises';

export interface DiskSpace {
  /** What this user may still write, which is less than what is free for root. */
  freeBytes: number;
  sizeBytes: number;
}

/** The space of the disk that a folder is on. Throws if the folder does not exist. */
export async function measureDisk(folder: string): Promise<DiskSpace> {
  const { bsize, bavail, blocks } = await statfs(folder);
  return { freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
}
