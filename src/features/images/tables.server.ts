import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables.server.ts';

/**
 * An uploaded image, re-encoded by the shop. Its row is written before its files, so that every stored file is known.
 * In the local folder and in S3 the files are named `<id>_<width>x<height>[-<variant width>].webp`.
 */
export const images = pgTable(
  'images',
  {
    id: text().primaryKey(),
    ownerId: text()
      .notNull()
      .references(() => users.id),
    width: integer().notNull(),
    height: integer().notNull(),
    /** Where its files are. */
    storage: text({ enum: ['local', 'imgbb', 's3'] })
      .notNull()
      .default('local'),
    /** Where browsers read it, if not from the shop itself. */
    hostedUrl: text(),
    /** Where an operator can delete it by hand. A secret, because knowing it is enough. */
    deleteUrl: text(),
    /** The storage has not confirmed it yet. */
    uploading: boolean().notNull().default(false),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('images_owner').on(t.ownerId),
    index('images_hosted_url').on(t.hostedUrl).where(sql`${t.hostedUrl} is not null`),
    index('images_uploading').on(t.createdAt).where(sql`${t.uploading}`),
    check('images_size_positive', sql`${t.width} > 0 and ${t.height} > 0`),
    check('images_storage_known', sql`${t.storage} in ('local', 'imgbb', 's3')`),
  ],
);
