import * as z from 'zod';
import type { TimeOfDay } from '../worker/daily-runs.server.ts';
import { checkPair, type EnvSource, flag, nonEmptyText, url } from './env-source.server.ts';

export const backupKeys = z.object({
  BACKUP_TO: nonEmptyText.optional(),
  BACKUP_SCHEDULE: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day such as 03:00')
    .transform((value) => value as TimeOfDay)
    .optional(),
  BACKUP_WAL: flag.default(false),
  BACKUP_KEEP_DAYS: z.coerce.number().int().min(1).max(3650).default(30),
  BACKUP_KEY: z.string().min(16, 'must have at least 16 characters').max(200).optional(),
  BACKUP_S3_REGION: nonEmptyText.default('us-east-1'),
  BACKUP_S3_ENDPOINT: url.optional(),
  BACKUP_S3_PATH_STYLE: flag.default(false),
  BACKUP_S3_ACCESS_KEY_ID: nonEmptyText.optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: nonEmptyText.optional(),
});

/** How to reach the bucket of backups. Other keys than those of the images, which the shop itself must be able to use. */
export interface BackupS3 {
  region: string;
  endpoint?: string;
  pathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface BackupEnv {
  /** A folder, or s3://BUCKET/PREFIX. */
  to?: string;
  /** When the shop makes one each day. */
  dailyAt?: TimeOfDay;
  keepDays: number;
  /** Also archives the log of the built-in database, so that any moment can be restored. */
  wal?: true;
  /** A passphrase, or one half of a key pair of age: `age1…` to write, `AGE-SECRET-KEY-…` to read. */
  key?: string;
  s3?: BackupS3;
}

export function toBackup(keys: z.output<typeof backupKeys>): BackupEnv {
  const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_ACCESS_KEY_ID: id, BACKUP_S3_SECRET_ACCESS_KEY: secret } = keys;
  const s3 = {
    region: keys.BACKUP_S3_REGION,
    pathStyle: keys.BACKUP_S3_PATH_STYLE,
    ...(endpoint ? { endpoint } : {}),
  };
  return {
    keepDays: keys.BACKUP_KEEP_DAYS,
    ...(keys.BACKUP_TO ? { to: keys.BACKUP_TO } : {}),
    ...(keys.BACKUP_SCHEDULE ? { dailyAt: keys.BACKUP_SCHEDULE } : {}),
    ...(keys.BACKUP_WAL ? { wal: true as const } : {}),
    ...(keys.BACKUP_KEY ? { key: keys.BACKUP_KEY } : {}),
    ...(id && secret ? { s3: { ...s3, accessKeyId: id, secretAccessKey: secret } } : {}),
  };
}

export function checkBackup(source: EnvSource): string[] {
  const { BACKUP_TO, BACKUP_SCHEDULE, BACKUP_KEY } = source;
  const errors = checkPair(source, 'BACKUP_S3_ACCESS_KEY_ID', 'BACKUP_S3_SECRET_ACCESS_KEY');
  if (BACKUP_SCHEDULE && !BACKUP_TO) errors.push('BACKUP_TO must be set when BACKUP_SCHEDULE is');
  if (BACKUP_TO?.startsWith('s3:') && !source.BACKUP_S3_ACCESS_KEY_ID)
    errors.push('BACKUP_S3_ACCESS_KEY_ID must be set when BACKUP_TO is a bucket');
  if (BACKUP_SCHEDULE && BACKUP_KEY?.startsWith('AGE-SECRET-KEY-'))
    errors.push('BACKUP_KEY must not be the secret half of a key pair, which only a restore needs; use the age1 half');
  if (source.BACKUP_WAL === 'on') errors.push(...checkWal(source));
  return errors;
}

function checkWal({ BACKUP_TO, BACKUP_SCHEDULE, BACKUP_KEY, DATABASE_URL }: EnvSource): string[] {
  const errors: string[] = [];
  if (!BACKUP_TO || !BACKUP_SCHEDULE) errors.push('BACKUP_TO and BACKUP_SCHEDULE must be set when BACKUP_WAL is on');
  if (DATABASE_URL)
    errors.push('BACKUP_WAL must be off when DATABASE_URL is set: a PostgreSQL of your own archives its log itself');
  // A passphrase takes a second of computing for each file, and a restore needs thousands. A restore reads with the other half.
  if (BACKUP_KEY && !/^(?:age1|AGE-SECRET-KEY-)/.test(BACKUP_KEY))
    errors.push('BACKUP_KEY must be a half of a key pair (age1…) when BACKUP_WAL is on, instead of a passphrase');
  return errors;
}
