import type { S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3';
import type { ImagesEnv } from '#src/platform/env/images-env.server.ts';
import { IMMUTABLE } from '#src/platform/http/immutable-files.ts';
import { toUploadName } from '#src/shared/image-url.ts';
import { bucketUrl } from './bucket-url.ts';
import type { EncodedImage } from './encode.server.ts';
import { type ImageStorage, StorageError } from './image-storage.server.ts';

/** The key prefix of every object of the shop. */
const PREFIX = 'images/';

export interface S3Settings extends Omit<Extract<ImagesEnv, { kind: 's3' }>, 'kind'> {
  /** In ms, for one upload or deletion. */
  timeoutMs?: number;
}

/** A bucket at AWS or at another storage with the same protocol. The SDK is loaded on first use. */
export function createS3Storage(settings: S3Settings): ImageStorage {
  const { bucket, timeoutMs = 20_000 } = settings;
  const baseUrl = `${bucketUrl(settings)}/${PREFIX}`;
  let connection: ReturnType<typeof open> | null = null;
  const connect = () => {
    connection ??= open(settings);
    return connection;
  };

  async function send(files: { name: string; data: Buffer }[]): Promise<void> {
    const { sdk, client } = await connect();
    const signal = AbortSignal.timeout(timeoutMs);
    // The SDK may try twice: a repeated upload simply replaces the file.
    const sent = await Promise.allSettled(
      files.map(async ({ name, data }) => {
        const command = new sdk.PutObjectCommand({
          Bucket: bucket,
          Key: `${PREFIX}${name}`,
          Body: data,
          ContentType: 'image/webp',
          CacheControl: IMMUTABLE,
        });
        const { ETag } = await client.send(command, { abortSignal: signal });
        if (!ETag)
          throw new StorageError('unavailable', 'The storage sent a response that does not follow its protocol.', true);
      }),
    );
    const failed = sent.filter((one) => one.status === 'rejected');
    if (!failed[0]) return;
    const isSurelyNotStored = failed.length === files.length && failed.every((one) => isRejection(one.reason));
    throw toStorageError(failed[0].reason, bucket, !isSurelyNotStored);
  }

  return {
    kind: 's3',
    async put(id, image) {
      const name = toUploadName({ ...image, id });
      await send([{ name, data: image.full }, ...listVariants(id, image)]);
      return { url: `${baseUrl}${name}` };
    },

    replaceVariants: (id, image) => send(listVariants(id, image)),

    async discard(id) {
      const { sdk, client } = await connect();
      const options = { abortSignal: AbortSignal.timeout(timeoutMs) };
      const list = new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: `${PREFIX}${id}_`, MaxKeys: 20 });
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
        // An empty list is cheap and names its bucket.
        const list = new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: `${PREFIX}-`, MaxKeys: 1 });
        const { Name } = await client.send(list, { abortSignal: signal });
        // A server that responds with 200 to everything is not a storage.
        if (Name !== bucket) throw new SyntaxError('no list of this bucket');
      } catch (error) {
        throw toStorageError(error, bucket, false);
      }
    },
  };
}

/** The names of all images in the bucket, sorted, in pages of at most 1,000. Throws a StorageError. */
export async function* listBucket(settings: S3Settings): AsyncGenerator<string[]> {
  const { bucket, timeoutMs = 20_000 } = settings;
  const { sdk, client } = await open(settings);
  let after: string | undefined;
  try {
    do {
      const list = new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: PREFIX, ContinuationToken: after });
      const { Contents, NextContinuationToken } = await client.send(list, {
        abortSignal: AbortSignal.timeout(timeoutMs),
      });
      yield (Contents ?? []).flatMap(({ Key }) => Key?.slice(PREFIX.length) ?? []);
      after = NextContinuationToken;
    } while (after);
  } catch (error) {
    throw toStorageError(error, bucket, false);
  } finally {
    client.destroy();
  }
}

function listVariants(id: string, { resized, ...image }: EncodedImage) {
  return resized.map(({ width: variantWidth, data }) => ({ name: toUploadName({ ...image, id, variantWidth }), data }));
}

async function open({ region, endpoint, pathStyle, accessKeyId, secretAccessKey }: S3Settings) {
  const sdk = await import('@aws-sdk/client-s3');
  const config: S3ClientConfig = {
    region,
    ...(endpoint ? { endpoint } : {}),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 2,
    // Other storages often lack the newer checksums, and the signature covers the body anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
  return { sdk, client: new sdk.S3Client(config) };
}

/** An error with a message for admins. The SDK's own messages may quote the key's id. */
function toStorageError(error: unknown, bucket: string, mayBeStored: boolean): StorageError {
  if (error instanceof StorageError) return error;
  const status = getStatus(error);
  const name = error instanceof Error ? error.name : 'unknown';
  if (status === 404)
    return new StorageError('credentials', `The storage has no bucket called ${bucket}.`, mayBeStored);
  if (status === 429 || status >= 500)
    return new StorageError('unavailable', `The storage responded with ${status} (${name}).`, mayBeStored);
  if (status >= 300)
    return new StorageError(
      'credentials',
      `The storage rejects the shop's keys or region: ${status} (${name}).`,
      mayBeStored,
    );
  const isTimeout = name === 'AbortError' || name === 'TimeoutError';
  const message =
    name === 'SyntaxError'
      ? 'The storage sent a response that does not follow its protocol.'
      : 'The storage cannot be reached.';
  return new StorageError('unavailable', isTimeout ? 'The storage did not respond in time.' : message, mayBeStored);
}

/** Whether the storage rejected the file, and so has certainly not stored it. */
function isRejection(error: unknown): boolean {
  const status = getStatus(error);
  return status >= 400 && status < 500;
}

/** The response's status; 0 without a readable response. */
function getStatus(error: unknown): number {
  return (error as Partial<S3ServiceException> | null)?.$metadata?.httpStatusCode ?? 0;
}
