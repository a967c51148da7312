import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { BackupS3 } from '../env/backup-env.server.ts';
import { StartupError } from '../startup-error.server.ts';
import { type BackupPlace, listBackups } from './backup-place.server.ts';
import { createSum } from './stream-sum.server.ts';

/** A backup of ten thousand such parts has 160 GB, and one of them is in memory at a time. */
const PART_BYTES = 16 * 1024 * 1024;

/** A bucket at AWS or at another storage with the same protocol. `prefix` is empty or ends in a slash. */
export function openBucket({ bucket, prefix, ...access }: BackupS3 & { bucket: string; prefix: string }): BackupPlace {
  const { region, endpoint, pathStyle, accessKeyId, secretAccessKey } = access;
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint } : {}),
    forcePathStyle: pathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 4,
    // Other storages often lack the newer checksums. What was stored is read again.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const toObject = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name}` });

  async function read(name: string): Promise<ReadableStream<Uint8Array>> {
    const { Body } = await client.send(new GetObjectCommand(toObject(name)));
    if (!Body) throw new StartupError(`The bucket ${bucket} has no ${name}.`);
    return Body.transformToWebStream() as ReadableStream<Uint8Array>;
  }

  async function explained<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw explain(error, bucket);
    }
  }

  async function listNames(): Promise<string[]> {
    const names: string[] = [];
    let ContinuationToken: string | undefined;
    do {
      const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, ContinuationToken }));
      names.push(...(page.Contents ?? []).flatMap(({ Key }) => (Key ? [Key.slice(prefix.length)] : [])));
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
    return names;
  }

  const remove = (name: string) =>
    explained(async () => void (await client.send(new DeleteObjectCommand(toObject(name)))));

  return {
    title: `s3://${bucket}/${prefix}`,
    write: (name, bytes) =>
      explained(async () => {
        const sent = createSum();
        let failure: unknown;
        const body = Readable.from(
          sent.count(bytes, (error) => {
            failure = error;
          }),
        );
        // A part that failed for good ends the upload, and the storage forgets the other parts.
        const upload = new Upload({
          client,
          params: { ...toObject(name), Body: body },
          queueSize: 1,
          partSize: PART_BYTES,
        });
        await upload.done().catch((error: unknown) => {
          throw failure ?? error;
        });
        const stored = createSum();
        for await (const _chunk of stored.count(await read(name)));
        if (stored.result().sum === sent.result().sum) return sent.result().size;
        await remove(name);
        throw new StartupError(`The bucket ${bucket} did not keep what was sent to it.`);
      }),
    read: (name) => explained(() => read(name)),
    names: () => explained(listNames),
    list: async () => listBackups(await explained(listNames)),
    remove,
  };
}

/** The SDK's own messages may quote the key's id. */
function explain(error: unknown, bucket: string): unknown {
  const { $metadata, name } = (error ?? {}) as Partial<S3ServiceException>;
  const status = $metadata?.httpStatusCode;
  if (error instanceof StartupError) return error;
  if (name === 'NoSuchKey') return new StartupError(`The bucket ${bucket} has no such backup.`, { cause: error });
  if (status === 404) return new StartupError(`The storage has no bucket called ${bucket}.`, { cause: error });
  if (status) {
    return new StartupError(`The storage of ${bucket} responded with ${status} (${name}).`, { cause: error });
  }
  if (error instanceof Error && ('code' in error || name === 'TimeoutError'))
    return new StartupError(`The storage of ${bucket} cannot be reached.`, { cause: error });
  return error;
}
