import type { PictureHost } from '#src/features/images/host.server.ts';
import { createImgbbHost } from '#src/features/images/imgbb-host.server.ts';
import { createLocalHost } from '#src/features/images/local-host.server.ts';
import { createS3Host } from '#src/features/images/s3-host.server.ts';
import { createImageStore, type ImageStore } from '#src/features/images/store.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import type { PortBoard } from '#src/platform/port-health.server.ts';
import type { Settings } from './settings.server.ts';

/** The image store with the host that is configured, and its port on the board. */
export function openImageStore(
  settings: Settings,
  { db, log, ports }: { db: Db; log: Log; ports: PortBoard },
): ImageStore {
  const local = createLocalHost(settings.imageFolder);
  const host = hostOf(settings, local);
  const monitor = ports.open('images', host.kind, host.probe ?? 'by use');
  return createImageStore({ db, log, host, local, monitor });
}

function hostOf({ images }: Settings, local: PictureHost): PictureHost {
  if (images.kind === 'imgbb') return createImgbbHost(images);
  if (images.kind === 's3') return createS3Host(images);
  return local;
}
