import * as z from 'zod';

/** Raised whenever older programs cannot read the archive any more. */
export const BACKUP_FORMAT = 1;

/** The name of an archive's first entry. */
export const MANIFEST = 'manifest.json';
/** The entry with the shop's secret, if the shop made its own. */
export const SECRET = 'secret';
/** The folder of the shop's own image files. */
export const IMAGES = 'images/';

const text = z.string().min(1).max(200);

/** What a backup says of itself, before its rows. */
export const manifestSchema = z.object({
  shop: z.literal('ironmonger'),
  format: z.number().int(),
  /** Of the shop that made it. */
  version: text,
  madeAt: z.iso.datetime(),
  database: z.object({
    migrations: z.array(z.number()),
    tables: z.array(z.object({ name: text, columns: z.array(text) })),
    sequences: z.array(z.object({ name: text, value: z.string().nullable() })),
  }),
});

export type BackupManifest = z.output<typeof manifestSchema>;
