import { createHash, hash } from 'node:crypto';
import { Duplex } from 'node:stream';
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { StartupError } from '../startup-error.server.ts';

type Bytes = ReadableStream<Uint8Array>;

/** The last entry of an archive, as `sha256sum` writes it. An archive that was cut off has none. */
const CHECKSUMS = 'SHA256SUMS';
/** Fast, and within a tenth of the best size for rows. */
const ZSTD_LEVEL = 3;

export interface ArchiveWriter {
  /** The archive: a tar file in Zstandard and, with a key, in age. Read it while adding, or adding waits. */
  bytes: Bytes;
  /** Adds an entry. */
  add(name: string, body: Uint8Array): Promise<void>;
  /** Adds an entry of exactly `size` bytes, which need not be in memory at once. */
  addStream(name: string, size: number, chunks: AsyncIterable<Uint8Array>): Promise<void>;
  /** Adds the checksums, and ends the archive. */
  finish(): Promise<void>;
  /** Ends `bytes` with this error. */
  fail(error: unknown): void;
}

/**
 * Begins an archive. `key` is a passphrase, or the recipient of an age key pair (`age1…`), for which only the owner of
 * the other half can read the archive.
 */
export async function createArchive(key: string | undefined): Promise<ArchiveWriter> {
  const { readable, controller } = createTarPacker();
  const checksums: string[] = [];

  async function add(name: string, body: Uint8Array): Promise<void> {
    const writer = controller.add({ name, size: body.length, mode: 0o600 }).getWriter();
    await writer.write(body);
    await writer.close();
    checksums.push(`${hash('sha256', body)}  ${name}\n`);
  }

  async function addStream(name: string, size: number, chunks: AsyncIterable<Uint8Array>): Promise<void> {
    const writer = controller.add({ name, size, mode: 0o600 }).getWriter();
    const sum = createHash('sha256');
    for await (const chunk of chunks) {
      sum.update(chunk);
      await writer.write(chunk);
    }
    await writer.close();
    checksums.push(`${sum.digest('hex')}  ${name}\n`);
  }

  return {
    bytes: await packBytes(readable, key),
    add,
    addStream,
    async finish() {
      await add(CHECKSUMS, Buffer.from(checksums.join('')));
      controller.finalize();
    },
    fail: (error) => controller.error(error),
  };
}

export interface ArchiveEntry {
  name: string;
  /** Must be read before the next entry. */
  body: Bytes;
}

/**
 * Reads an archive entry by entry. Throws a StartupError with what is wrong: a wrong or missing key, an entry whose
 * content is not what was written, or an end that is missing. What has been read by then must not be used.
 */
export async function* readArchive(bytes: Bytes, key: string | undefined): AsyncGenerator<ArchiveEntry> {
  const found: string[] = [];
  let expected: string | null = null;
  try {
    const entries = (await unpackBytes(bytes, key)).pipeThrough(createTarDecoder({ strict: true }));
    for await (const { header, body } of entries) {
      if (header.name === CHECKSUMS) {
        expected = await new Response(body).text();
        continue;
      }
      const sum = createHash('sha256');
      const summing = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, out) {
          sum.update(chunk);
          out.enqueue(chunk);
        },
      });
      yield { name: header.name, body: body.pipeThrough(summing) };
      found.push(`${sum.digest('hex')}  ${header.name}\n`);
    }
  } catch (error) {
    if (error instanceof StartupError) throw error;
    throw new StartupError(`The backup cannot be read: ${error instanceof Error ? error.message : String(error)}.`, {
      cause: error,
    });
  }
  if (expected === null) throw new StartupError('The backup is incomplete: its end is missing.');
  if (expected !== found.join('')) throw new StartupError('The backup is damaged: a checksum differs.');
}

/** Compresses bytes, and encrypts them if there is a key. */
export const packBytes = (stream: Bytes, key: string | undefined): Promise<Bytes> => encrypt(compress(stream), key);

/** The bytes that `packBytes` got. */
export const unpackBytes = async (stream: Bytes, key: string | undefined): Promise<Bytes> =>
  decompress(await decrypt(stream, key));

function compress(stream: Bytes): Bytes {
  const { ZSTD_c_compressionLevel: level, ZSTD_c_checksumFlag: checksum } = constants;
  return pipeThrough(stream, createZstdCompress({ params: { [level]: ZSTD_LEVEL, [checksum]: 1 } }));
}

const decompress = (stream: Bytes): Bytes => pipeThrough(stream, createZstdDecompress());

const pipeThrough = (stream: Bytes, through: Duplex): Bytes =>
  stream.pipeThrough(Duplex.toWeb(through) as unknown as ReadableWritablePair<Uint8Array, Uint8Array>);

async function encrypt(stream: Bytes, key: string | undefined): Promise<Bytes> {
  if (!key) return stream;
  const encrypter = new Encrypter();
  if (key.startsWith('age1')) encrypter.addRecipient(key);
  else encrypter.setPassphrase(key);
  return encrypter.encrypt(stream);
}

async function decrypt(stream: Bytes, key: string | undefined): Promise<Bytes> {
  if (!key) return stream;
  const decrypter = new Decrypter();
  if (key.startsWith('AGE-SECRET-KEY-')) decrypter.addIdentity(key);
  else decrypter.addPassphrase(key);
  return decrypter.decrypt(stream);
}
