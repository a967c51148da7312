import type pg from 'pg';
import { parseUploadName } from '#src/shared/image-url.ts';

/** Those of these files whose image is in the snapshot of this connection. */
export async function keepKnownImages(client: pg.ClientBase, names: readonly string[]): Promise<string[]> {
  const files = names.flatMap((name) => {
    const id = parseUploadName(name)?.id;
    return id ? [{ name, id }] : [];
  });
  const { rows } = await client.query<{ id: string }>('select id from images where id = any($1)', [
    [...new Set(files.map(({ id }) => id))],
  ]);
  const known = new Set(rows.map(({ id }) => id));
  return files.filter(({ id }) => known.has(id)).map(({ name }) => name);
}
