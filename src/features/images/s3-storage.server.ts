import type { S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3';
import { toUploadName } from '#src/shared/image-url.ts';
import { bucketUrl } from './bucket-url.ts';
import { type ImageStorage, StorageError } from './image-storage.server.ts';

/** Everything of ours in the bucket begins so. */
const FOLDER = 'images/';

export interface S3Settings {
  bucket: string;
  region: string;
  endpoint?: string;
  pathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
  /** Under which browsers read what is stored; the bucket's own address when absent. */
  publicUrl?: string;
  /** How long a picture may take, in ms. */
  timeoutMs?: number;
}

/** A bucket at AWS or at any other storage that speaks its protocol. Its SDK is loaded with the first use. */
export function createS3Storage(settings: S3Settings): ImageStorage {
  const { bucket, timeoutMs = 20_000 } = settings;
  const folder = `${bucketUrl(settings)}/${FOLDER}`;
  let connection: ReturnType<typeof open> | null = null;
  const connect = () => {
    connection ??= open(settings);
    return connection;
  };

  return {
    kind: 's3',
    async put(id, { full, width, height, resized }) {
      const { sdk, client } = await connect();
      const signal = AbortSignal.timeout(timeoutMs);
      const files = [{ width: undefined, data: full }, ...resized];
      // Sent again under the same name, a file is only replaced by itself: the SDK may try twice.
      const sent = await Promise.allSettled(
        files.map(async ({ width: stored, data }) => {
          const command = new sdk.PutObjectCommand({
            Bucket: bucket,
            Key: `${FOLDER}${toUploadName(id, width, height, stored)}`,
            Body: data,
            ContentType: 'image/webp',
            CacheControl: 'public, max-age=31536000, immutable',
          });
          const { ETag } = await client.send(command, { abortSignal: signal });
          if (!ETag) throw new StorageError('away', 'The storage answered something else than its protocol.', true);
        }),
      );
      const failed = sent.filter((one) => one.status === 'rejected');
      if (failed[0]) {
        const isSurelyNotStored = failed.length === files.length && failed.every((one) => isRejection(one.reason));
        throw toStorageError(failed[0].reason, bucket, !isSurelyNotStored);
      }
      return { address: `${folder}${toUploadName(id, width, height)}` };
    },

    async discard(id) {
      const { sdk, client } = await connect();
      const options = { abortSignal: AbortSignal.timeout(timeoutMs) };
      const list = new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: `${FOLDER}${id}_`, MaxKeys: 20 });
      try {
        for (const { Key } of (await client.send(list, options)).Contents ?? [])
          if (Key) await client.send(new sdk.DeleteObjectCommand({ Bucket: bucket, Key }), options);
      } catch (error) {
        throw toStorageError(error, bucket, true);
      }
    },

    async probe(signal) {
      const { sdk, client } = await connect();
      try {
        // A list of nothing: cheap, and names its bucket.
        const list = new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: 'images/-', MaxKeys: 1 });
        const { Name } = await client.send(list, { abortSignal: signal });
        // Whatever answers 200 to everything is no storage.
        if (Name !== bucket) throw new SyntaxError('no list of this bucket');
      } catch (error) {
        throw toStorageError(error, bucket, false);
      }
    },
  };
}

async function open({ region, endpoint, pathStyle, accessKeyId, secretAccessKey }: S3Settings) {
  const sdk = await import('@aws-sdk/client-s3');
  const config: S3ClientConfig = {
    region,
    ...(endpoint ? { endpoint } : {}),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    // Storages other than AWS's often do not know the newer checksums, and the signature covers the body anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
  return { sdk, client: new sdk.S3Client(config) };
}

/** What went wrong, in words for admins. The SDK's own messages may quote the key's id. */
function toStorageError(error: unknown, bucket: string, mayBeStored: boolean): StorageError {
  if (error instanceof StorageError) return error;
  const status = getStatus(error);
  const name = error instanceof Error ? error.name : 'unknown';
  if (status === 404) return new StorageError('keys', `The storage has no bucket called ${bucket}.`, mayBeStored);
  if (status === 429 || status >= 500)
    return new StorageError('away', `The storage answered ${status} (${name}).`, mayBeStored);
  if (status >= 300)
    return new StorageError('keys', `The storage refuses the shop's keys or region: ${status} (${name}).`, mayBeStored);
  const isTimeout = name === 'AbortError' || name === 'TimeoutError';
  const message =
    name === 'SyntaxError'
      ? 'The storage answered something else than its protocol.'
      : 'The storage cannot be reached.';
  return new StorageError('away', isTimeout ? 'The storage did not answer in time.' : message, mayBeStored);
}

/** The storage has surely not stored what it refused. */
function isRejection(error: unknown): boolean {
  const status = getStatus(error);
  return status >= 400 && status < 500;
}

/** The status the storage answered; 0 when it did not, or when its answer could not be read. */
function getStatus(error: unknown): number {
  return (error as Partial<S3ServiceException> | null)?.$metadata?.httpStatusCode ?? 0;
}
