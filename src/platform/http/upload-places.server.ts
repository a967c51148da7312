import type { Outcome } from '#src/shared/problem.ts';
import type { Place } from '../fair-queue.server.ts';
import type { ImageProcess, Uploader } from '../image-process/image-process.server.ts';
import type { ReceivedFile } from './received-file.server.ts';

/** The most uploads of one account at a time, across all networks. */
const MAX_UPLOADS_PER_ACCOUNT = 3;

/** An admitted upload: who sends it, and what has arrived so far. */
export interface Upload {
  /** The uploader, for the image process, in whose queue the place is. */
  from: Uploader;
  /** The file of this form field; null if there is none. Fails with 'busy' if the place was lost meanwhile. */
  receive(field: string): Promise<Outcome<ReceivedFile | null>>;
}

export interface UploadPlaces {
  /**
   * Takes a place for this account and network, or returns null if there is none. `onLost` is called when another
   * network needs it.
   */
  enter(by: { userId: string; clientAddress: string }, signal: AbortSignal, onLost: () => void): Place | null;
  /** Where files are stored while they arrive and wait. */
  folder: string;
}

/** Gives places to uploads before they are read. The image process limits each network; this limits each account. */
export function createUploadPlaces(imageProcess: ImageProcess, folder: string): UploadPlaces {
  const accounts = new Map<string, number>();
  const count = (userId: string, by: 1 | -1) => {
    const own = (accounts.get(userId) ?? 0) + by;
    if (own > 0) accounts.set(userId, own);
    else accounts.delete(userId);
  };
  return {
    folder,
    enter({ userId, clientAddress }, signal, onLost) {
      if ((accounts.get(userId) ?? 0) >= MAX_UPLOADS_PER_ACCOUNT) return null;
      const place = imageProcess.enter({ network: clientAddress, signal }, onLost);
      if (!place) return null;
      count(userId, 1);
      return {
        run: place.run,
        leave() {
          place.leave();
          count(userId, -1);
        },
      };
    },
  };
}
