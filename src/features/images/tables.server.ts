import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables.server.ts';

/**
 * An uploaded picture, re-encoded by us. Its row is written before any host has it, so that nothing is ever stored that
 * the shop does not know of; in the local folder and in S3 its files are `<id>_<width>x<height>[-<stored width>].webp`.
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
    /** Which host has it. */
    storage: text({ enum: ['local', 'imgbb', 's3'] })
      .notNull()
      .default('local'),
    /** Where browsers read it, at a host other than the shop itself. */
    hostedUrl: text(),
    /** Where it can be taken away by hand. Whoever knows it can do so: it never leaves the server. */
    deleteUrl: text(),
    /** The host has not said yet that it has it. Not so by default, for the version of the shop that knows no hosts. */
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
