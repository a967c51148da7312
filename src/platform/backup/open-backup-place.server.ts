import type { BackupS3 } from '../env/backup-env.server.ts';
import { StartupError } from '../startup-error.server.ts';
import { openFolder } from './backup-folder.server.ts';
import type { BackupPlace } from './backup-place.server.ts';

const S3_ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

/** Opens a folder, or a bucket such as `s3://BUCKET/PREFIX`, whose SDK is loaded only then. */
export async function openBackupPlace(address: string, s3: BackupS3 | undefined): Promise<BackupPlace> {
  if (!address.startsWith('s3:')) return openFolder(address);
  const [, bucket, prefix = ''] = S3_ADDRESS.exec(address) ?? [];
  if (!bucket) throw new StartupError(`${address} is not the address of a bucket, such as s3://my-backups/shop.`);
  if (!s3) {
    throw new StartupError(
      'Set BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY to keys that may write to that bucket.',
    );
  }
  const { openBucket } = await import('./backup-bucket.server.ts');
  return openBucket({ ...s3, bucket, prefix: prefix && !prefix.endsWith('/') ? `${prefix}/` : prefix });
}
