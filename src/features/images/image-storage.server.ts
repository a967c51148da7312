import type { EncodedImage } from './encode.server.ts';

/** Where encoded images are stored. */
export interface ImageStorage {
  kind: 'local' | 'imgbb' | 's3';
  /** Stores an image under its id and returns the URL under which browsers read it. Throws a `StorageError`. */
  put(id: string, image: EncodedImage): Promise<{ url: string; deleteUrl?: string }>;
  /**
   * Replaces the smaller files of a stored image. Absent if the storage cannot replace files. Throws a `StorageError`.
   */
  replaceVariants?(id: string, image: EncodedImage): Promise<void>;
  /** Deletes what an unfinished upload may have left. Absent if the storage cannot delete. Throws a `StorageError`. */
  discard?(id: string): Promise<void>;
  /** Checks that the storage is reachable. Absent if there is no harmless check. */
  probe?(signal: AbortSignal): Promise<void>;
}

/**
 * Which sentence the user sees. `unavailable`: the storage cannot be reached. `folder`: the local folder cannot be
 * written to. `credentials`: the storage rejects the shop's key. `image`: the storage rejects this image.
 */
export type StorageErrorReason = 'unavailable' | 'folder' | 'credentials' | 'image';

/** A storage did not take an image. The message goes to admins and the log, and holds no secret. */
export class StorageError extends Error {
  readonly reason: StorageErrorReason;
  /** The storage may have the image anyway: its response was lost or invalid. */
  readonly mayBeStored: boolean;

  constructor(reason: StorageErrorReason, message: string, mayBeStored = false) {
    super(message);
    this.reason = reason;
    this.mayBeStored = mayBeStored;
  }
}
