import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { idOf } from '#src/platform/id-of.server.ts';
import type { ImageGeneration } from '#src/shared/image-url.ts';
import { users } from '../identity/tables.server.ts';

/**
 * An uploaded image, re-encoded by the shop. Its row is written before its files, so that every stored file is known.
 * In the local folder and in S3 the files are named `<id>_<width>x<height>[_2][-<variant width>].webp`.
 */
export const images = pgTable(
  'images',
  {
    id: text().primaryKey(),
    ownerId: idOf(() => users.id),
    width: integer().notNull(),
    height: integer().notNull(),
    /** The storage that has its files. */
    storage: text({ enum: ['local', 'imgbb', 's3'] })
      .notNull()
      .default('local'),
    /** The URL under which browsers read it, if not from the shop itself. */
    hostedUrl: text(),
    /** The URL under which an operator can delete it by hand. A secret, because knowing it is enough. */
    deleteUrl: text(),
    /** Tells which widths are stored, as its name does. */
    generation: integer().$type<ImageGeneration>().notNull().default(1),
    /** Its variants have few bytes. Images of earlier versions are recompressed in the background. */
    recompressed: boolean().notNull().default(false),
    /** The storage has not confirmed it yet. */
    uploading: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('images_owner').on(t.ownerId),
    index('images_hosted_url').on(t.hostedUrl).where(sql`${t.hostedUrl} is not null`),
    index('images_uploading').on(t.createdAt).where(sql`${t.uploading}`),
    index('images_not_recompressed').on(t.id).where(sql`not ${t.recompressed} and ${t.storage} <> 'imgbb'`),
    check('images_size_positive', sql`${t.width} > 0 and ${t.height} > 0`),
    check('images_storage_known', sql`${t.storage} in ('local', 'imgbb', 's3')`),
    check('images_generation_known', sql`${t.generation} in (1, 2)`),
  ],
);
