import type { ImageStorage } from '#src/features/images/image-storage.server.ts';
import { createImageUploads, type ImageUploads } from '#src/features/images/image-uploads.server.ts';
import { createImgbbStorage } from '#src/features/images/imgbb-storage.server.ts';
import { createLocalStorage } from '#src/features/images/local-storage.server.ts';
import { createS3Storage } from '#src/features/images/s3-storage.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import type { HealthRegistry } from '#src/platform/health-registry.server.ts';
import type { ImageProcess } from '#src/platform/image-process/image-process.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import type { Settings } from './settings.server.ts';

/** The image uploads with the configured storage, which is registered for health checks. */
export function createConfiguredImageUploads(
  settings: Settings,
  deps: { db: Db; log: Log; health: HealthRegistry; imageProcess: ImageProcess },
): ImageUploads {
  const local = createLocalStorage(settings.imageFolder);
  const storage = createImageStorage(settings, local);
  const { db, log, health, imageProcess } = deps;
  const monitor = health.register('images', storage.kind, storage.probe ?? 'by use');
  return createImageUploads({ db, log, storage, local, monitor, imageProcess });
}

function createImageStorage({ images }: Settings, local: ImageStorage): ImageStorage {
  if (images.kind === 'imgbb') return createImgbbStorage(images);
  if (images.kind === 's3') return createS3Storage(images);
  return local;
}
