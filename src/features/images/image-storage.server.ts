import type { EncodedImage } from './encode.server.ts';

/** Where pictures go once they are encoded. */
export interface ImageStorage {
  kind: 'local' | 'imgbb' | 's3';
  /** Stores a picture under its id. Throws a `HostFailure`. */
  put(id: string, image: EncodedImage): Promise<{ address: string; deleteUrl?: string }>;
  /** Takes away what there may be of an upload that came to no end; absent where a host cannot. Throws a `HostFailure`. */
  discard?(id: string): Promise<void>;
  /** Asks whether the host is there; absent where there is no harmless way to ask. */
  probe?(signal: AbortSignal): Promise<void>;
}

/**
 * What the person is told: the host is away, the shop's own folder cannot be written to, the host does not take the
 * shop's key, or it does not take this picture.
 */
export type StorageErrorReason = 'away' | 'folder' | 'keys' | 'picture';

/** A host did not take a picture. The message is for admins and the log, and holds no secret. */
export class StorageError extends Error {
  readonly reason: StorageErrorReason;
  /** The host may have the picture all the same: its answer was lost or made no sense. */
  readonly mayBeStored: boolean;

  constructor(reason: StorageErrorReason, message: string, mayBeStored = false) {
    super(message);
    this.reason = reason;
    this.mayBeStored = mayBeStored;
  }
}
