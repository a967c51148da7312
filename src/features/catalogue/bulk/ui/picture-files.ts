import { MAX_UPLOAD_BYTES } from '#src/shared/upload-limits.ts';
import { MAX_PICTURE_FILES } from '../picture-names.ts';

/** A picture file that somebody chose. */
export interface PictureFile {
  /** Its name, with the folder that it is in. */
  name: string;
  file: File;
}

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
};

/** What a file field offers to choose from. */
export const ACCEPTED_FILES = [...new Set(Object.values(TYPES)), '.zip'].join();

/** More in one archive would not fit into the memory of a phone, in bytes. */
const MAX_UNPACKED = 400 * 1024 * 1024;

/** The pictures among files, folders and ZIPs. Null if a ZIP cannot be opened. */
export async function readPictureFiles(files: readonly File[]): Promise<PictureFile[] | null> {
  const read: PictureFile[] = [];
  for (const file of files) {
    const name = withFolder(file.webkitRelativePath || file.name);
    if (isPicture(name)) read.push({ name, file });
    else if (name.toLowerCase().endsWith('.zip')) {
      const unpacked = await unpack(file);
      if (!unpacked) return null;
      read.push(...unpacked);
    }
  }
  return read;
}

async function unpack(archive: File): Promise<PictureFile[] | null> {
  const { unzipSync } = await import('fflate');
  let [bytes, count] = [0, 0];
  try {
    const entries = unzipSync(new Uint8Array(await archive.arrayBuffer()), {
      // What is left out is not unpacked, so that a small archive cannot fill the memory.
      filter({ name, originalSize }) {
        if (!isPicture(withFolder(name)) || originalSize > MAX_UPLOAD_BYTES) return false;
        bytes += originalSize;
        count += 1;
        return bytes <= MAX_UNPACKED && count <= 2 * MAX_PICTURE_FILES;
      },
    });
    return Object.entries(entries).map(([path, content]) => {
      const name = withFolder(path);
      const file = new File([content as Uint8Array<ArrayBuffer>], name, { type: TYPES[getExtension(name)] ?? '' });
      return { name, file };
    });
  } catch {
    return null;
  }
}

/** The name with the folder that it is in, but not those above. */
const withFolder = (path: string) => path.split(/[/\\]/).slice(-2).join('/');

/** macOS writes a second, invisible file beside each. */
const isPicture = (name: string) =>
  getExtension(name) in TYPES && !name.startsWith('__MACOSX/') && !(name.split('/').at(-1) ?? '').startsWith('.');

const getExtension = (name: string) => name.split('.').at(-1)?.toLowerCase() ?? '';
