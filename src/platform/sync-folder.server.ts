import { open } from 'node:fs/promises';

/** Flushes a folder: the names of new files survive a power loss only then. Windows cannot, and need not. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
