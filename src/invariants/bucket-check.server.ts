import { getVariantWidths, parseUploadName, toUploadName, type UploadName } from '#src/shared/image-url.ts';
import { type Check, type CheckReader, createFindings, type Findings } from './check.server.ts';

/** The file names of all images in a bucket, in pages; those of one image follow each other. */
export type BucketNames = () => AsyncIterable<readonly string[]>;

type ImageRow = Omit<UploadName, 'variantWidth'>;

/** Rows are read in pages of this size, however many there are. */
const PAGE = 500;

/**
 * The part of invariant 9 about images in S3. Files without a row are no violation: several shops may share a bucket.
 */
export function createBucketCheck(listNames: BucketNames): Check {
  return {
    invariant: 9,
    name: 'every image row in S3 has its files',
    looksAt: 'images in S3',
    run: async (db) => findIncomplete(db, await findComplete(db, listNames)),
  };
}

/** The ids of images whose files are all there. A million of them take 100 MB. */
async function findComplete(db: CheckReader, listNames: BucketNames): Promise<Set<string>> {
  const complete = new Set<string>();
  let names = new Map<string, Set<string>>();
  const judge = async (ids: string[]) => {
    const { rows } = await db.query<ImageRow>('select id, width, height, generation from images where id = any($1)', [
      ids,
    ]);
    for (const row of rows) if (listFiles(row).every((name) => names.get(row.id)?.has(name))) complete.add(row.id);
  };
  for await (const page of listNames()) {
    let last = '';
    for (const name of page) {
      last = parseUploadName(name)?.id ?? last;
      if (last) names.set(last, (names.get(last) ?? new Set()).add(name));
    }
    // The next page may go on with the last image of this one.
    const open = names.get(last);
    await judge([...names.keys()].filter((id) => id !== last));
    names = new Map(open ? [[last, open]] : []);
  }
  await judge([...names.keys()]);
  return complete;
}

async function findIncomplete(db: CheckReader, complete: ReadonlySet<string>): Promise<Findings> {
  const findings = createFindings();
  let last = '';
  for (;;) {
    const { rows } = await db.query<{ id: string }>(
      `select id from images where storage = 's3' and not uploading and id > $1 order by id limit ${PAGE}`,
      [last],
    );
    for (const { id } of rows) findings.add(id, complete.has(id));
    last = rows.at(-1)?.id ?? '';
    if (rows.length < PAGE) return findings.end();
  }
}

function listFiles(row: ImageRow): string[] {
  return [toUploadName(row), ...getVariantWidths(row).map((variantWidth) => toUploadName({ ...row, variantWidth }))];
}
