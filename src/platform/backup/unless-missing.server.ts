import { StartupError } from '../startup-error.server.ts';

/** Null for a file or folder that does not exist. One that cannot be read must not be left out silently. */
export async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new StartupError(
      `The data folder cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}
