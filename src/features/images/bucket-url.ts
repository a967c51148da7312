import { dropTrailing } from '#src/shared/drop-trailing.ts';

/** The parts of a bucket's URL. */
interface Bucket {
  bucket: string;
  region: string;
  endpoint?: string | undefined;
  pathStyle: boolean;
  publicUrl?: string | undefined;
}

/** The URL under which browsers read a bucket, without a trailing slash: as configured, or the bucket's own. */
export function bucketUrl({ bucket, region, endpoint, pathStyle, publicUrl }: Bucket): string {
  if (publicUrl) return dropTrailing(publicUrl, '/');
  const { protocol, host, pathname } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  const folder = dropTrailing(pathname, '/');
  return pathStyle ? `${protocol}//${host}${folder}/${bucket}` : `${protocol}//${bucket}.${host}${folder}`;
}
