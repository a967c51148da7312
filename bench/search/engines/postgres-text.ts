import type pg from 'pg';
import { DEPTH, type Engine, type SearchDocument } from '../judged-set.ts';

const BATCH = 2_000;

const BY_RANK = `select id from bench_texts, (select $1::tsquery as wanted) q where document @@ wanted
  order by ts_rank_cd(document, wanted) desc, id limit ${DEPTH}`;

/**
 * PostgreSQL's own text search as in its manual: English, weights A to D, ts_rank_cd. It looks for all words first,
 * then for any of them, and falls back to word similarity by trigrams. It has its own table.
 */
export async function createPostgresText(pool: pg.Pool, documents: readonly SearchDocument[]): Promise<Engine> {
  await pool.query('create table bench_texts (id text primary key, name text not null, document tsvector not null)');
  for (let at = 0; at < documents.length; at += BATCH) {
    const rows = documents.slice(at, at + BATCH).map((document) => ({
      ...document,
      details: document.specifications.map(({ name, value, unit }) => `${name} ${value} ${unit}`).join('\n'),
      maker: document.maker?.name ?? '',
    }));
    await pool.query(
      `insert into bench_texts select id, "itemName", setweight(to_tsvector('english', "itemName" || ' ' || sku || ' ' || coalesce(gtin, '')), 'A')
         || setweight(to_tsvector('english', category || ' ' || family || ' ' || maker), 'B')
         || setweight(to_tsvector('english', details), 'C') || setweight(to_tsvector('english', about), 'D')
       from jsonb_to_recordset($1::jsonb) as d (id text, sku text, gtin text, "itemName" text, about text, category text,
         family text, details text, maker text)`,
      [JSON.stringify(rows)],
    );
  }
  await pool.query('create index on bench_texts using gin (document)');
  await pool.query('create index on bench_texts using gist (name gist_trgm_ops)');
  await pool.query('analyze bench_texts');
  return {
    name: 'PostgreSQL',
    async search(text) {
      const { rows } = await pool.query("select plainto_tsquery('english', $1)::text as words", [text]);
      const words: string = rows[0].words;
      const found = await Promise.all(
        [words, words.replaceAll(' & ', ' | ')].map((query) => pool.query(BY_RANK, [query])),
      );
      const ids = new Set(found.flatMap((result) => result.rows.map(({ id }) => id as string)));
      if (ids.size > 0) return [...ids].slice(0, DEPTH);
      const similar = await pool.query(`select id from bench_texts order by $1 <<-> name, id limit ${DEPTH}`, [text]);
      return similar.rows.map(({ id }) => id as string);
    },
  };
}
