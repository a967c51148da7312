import { access, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { getVariantWidths, parseUploadName, toUploadName, type UploadName } from '#src/shared/image-url.ts';
import { type BucketNames, createBucketCheck } from './bucket-check.server.ts';
import { type Check, type CheckReader, createFindings, type Findings, sqlCheck } from './check.server.ts';
import { isOverdue, type Tolerance } from './tolerance.server.ts';

/** Files and rows are read in pages of this size, however many there are. */
const PAGE = 500;
/** The hourly cleanup deletes leftovers that are older than an hour. */
const CLEANED_WITHIN = 3 * 3600;

/** The images' part of invariant 9. Without a folder or a bucket, as where images are hosted elsewhere, only the rows. */
export function listImageChecks(tolerance: Tolerance, folder?: string, bucket?: BucketNames): Check[] {
  const shown = `(select id, image from tools union all select id, image from profiles union all select id, image from reviews
      union all select t.id, more.image from tools t cross join jsonb_array_elements_text(t.more_images) as more (image)) as shown
    where image ~ '^/images/[A-Za-z0-9]{24}_'`;
  const rows = sqlCheck(9, 'every uploaded image that is shown has its row', 'images shown', {
    from: shown,
    violations: `select id as subject from ${shown}
      and not exists (select from images i where i.id = substring(image from 9 for 24))`,
  });
  // A file that is about to be named is not marked yet: only one that waits for its deletion is wrong.
  const documents = sqlCheck(
    9,
    'every document of a tool has its file, which is not up for deletion',
    'documents of tools',
    {
      from: 'tools cross join jsonb_array_elements(documents)',
      violations: `select d.value ->> 'fileId' as subject from tools t cross join jsonb_array_elements(t.documents) d
      left join document_files f on f.id = d.value ->> 'fileId'
      where f.id is null or f.bytes <> (d.value ->> 'bytes')::integer or f.unused_since < now() - interval '2 days'`,
    },
  );
  const hosted = bucket ? [createBucketCheck(bucket)] : [];
  if (folder === undefined) return [rows, documents, ...hosted];
  return [
    rows,
    documents,
    ...hosted,
    {
      invariant: 9,
      name: 'every image row has its files',
      looksAt: 'images in the folder',
      run: (db) => findMissingFiles(db, folder),
    },
    {
      invariant: 9,
      name: 'every file has a row, after the cleanup',
      looksAt: 'files',
      run: (db) => findOrphans(db, folder, tolerance),
    },
  ];
}

async function findMissingFiles(db: CheckReader, folder: string): Promise<Findings> {
  const findings = createFindings();
  let last = '';
  for (;;) {
    const { rows } = await db.query<Omit<UploadName, 'variantWidth'>>(
      `select id, width, height, generation from images where storage = 'local' and not uploading and id > $1 order by id limit ${PAGE}`,
      [last],
    );
    const complete = await Promise.all(
      rows.map(async (row) => {
        const variants = getVariantWidths(row).map((variantWidth) => toUploadName({ ...row, variantWidth }));
        const names = [toUploadName(row), ...variants];
        return (await Promise.all(names.map((name) => exists(join(folder, name))))).every(Boolean);
      }),
    );
    rows.forEach(({ id }, at) => void findings.add(id, complete[at] === true));
    last = rows.at(-1)?.id ?? '';
    if (rows.length < PAGE) return findings.end();
  }
}

async function findOrphans(db: CheckReader, folder: string, tolerance: Tolerance): Promise<Findings> {
  const findings = createFindings();
  let page: string[] = [];
  const checkPage = async () => {
    const ids = [...new Set(page.flatMap((name) => parseUploadName(name)?.id ?? []))];
    const { rows } = await db.query<{ id: string }>('select id from images where id = any($1)', [ids]);
    const known = new Set(rows.map(({ id }) => id));
    for (const name of page) {
      const hasRow = known.has(parseUploadName(name)?.id ?? '');
      findings.add(name, hasRow || !isOverdue(tolerance, await getAgeSeconds(join(folder, name)), CLEANED_WITHIN));
    }
    page = [];
  };
  try {
    for await (const entry of await opendir(folder)) {
      if (!entry.isFile()) continue;
      page.push(entry.name);
      if (page.length === PAGE) await checkPage();
    }
  } catch (error) {
    // The first upload makes the folder.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  await checkPage();
  return findings.end();
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
      throw error;
    },
  );

/** Zero for a file that was deleted meanwhile. */
async function getAgeSeconds(file: string): Promise<number> {
  try {
    return (Date.now() - (await stat(file)).mtimeMs) / 1000;
  } catch {
    return 0;
  }
}
