/** What the address of a bucket is made of. */
interface Bucket {
  bucket: string;
  region: string;
  endpoint?: string | undefined;
  pathStyle: boolean;
  publicUrl?: string | undefined;
}

/** Where browsers read what lies in a bucket, without a slash at the end: as configured, or the bucket's own address. */
export function bucketUrl({ bucket, region, endpoint, pathStyle, publicUrl }: Bucket): string {
  if (publicUrl) return publicUrl.replace(/\/+$/, '');
  const { protocol, host, pathname } = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  const folder = pathname.replace(/\/+$/, '');
  return pathStyle ? `${protocol}//${host}${folder}/${bucket}` : `${protocol}//${bucket}.${host}${folder}`;
}
