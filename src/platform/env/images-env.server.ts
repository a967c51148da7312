import * as z from 'zod';
import { dropTrailing } from '#src/shared/drop-trailing.ts';
import { checkUnusedKeys, type EnvSource, flag, nonEmptyText, url } from './env-source.server.ts';

export const imagesKeys = z.discriminatedUnion(
  'IMAGES',
  [
    z.object({ IMAGES: z.literal('local') }),
    z.object({ IMAGES: z.literal('imgbb'), IMGBB_API_KEY: nonEmptyText }),
    z.object({
      IMAGES: z.literal('s3'),
      S3_BUCKET: z
        .string()
        .regex(
          /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
          'must be the name of a bucket: 3 to 63 lowercase letters, digits, dots or hyphens',
        ),
      S3_REGION: nonEmptyText.default('us-east-1'),
      S3_ENDPOINT: url.optional(),
      S3_PATH_STYLE: flag.default(false),
      S3_ACCESS_KEY_ID: nonEmptyText,
      S3_SECRET_ACCESS_KEY: nonEmptyText,
      S3_PUBLIC_URL: url.transform((value) => dropTrailing(value, '/')).optional(),
    }),
  ],
  { error: 'must be local, imgbb or s3' },
);

export type ImagesEnv =
  | { kind: 'local' }
  | { kind: 'imgbb'; key: string }
  | {
      kind: 's3';
      bucket: string;
      region: string;
      endpoint?: string;
      pathStyle: boolean;
      accessKeyId: string;
      secretAccessKey: string;
      /** Where browsers load the images, instead of the bucket's own address. */
      publicUrl?: string;
    };

export function toImages(keys: z.output<typeof imagesKeys>): ImagesEnv {
  if (keys.IMAGES === 'local') return { kind: 'local' };
  if (keys.IMAGES === 'imgbb') return { kind: 'imgbb', key: keys.IMGBB_API_KEY };
  return {
    kind: 's3',
    bucket: keys.S3_BUCKET,
    region: keys.S3_REGION,
    pathStyle: keys.S3_PATH_STYLE,
    accessKeyId: keys.S3_ACCESS_KEY_ID,
    secretAccessKey: keys.S3_SECRET_ACCESS_KEY,
    ...(keys.S3_ENDPOINT ? { endpoint: keys.S3_ENDPOINT } : {}),
    ...(keys.S3_PUBLIC_URL ? { publicUrl: keys.S3_PUBLIC_URL } : {}),
  };
}

export function checkImages(source: EnvSource): string[] {
  return [
    ...checkMixedContent(source),
    ...checkPathStyle(source),
    ...checkUnusedKeys(source, /^IMGBB_/, 'IMAGES', 'imgbb'),
    // Keys with a default may stay set.
    ...checkUnusedKeys(source, /^S3_(BUCKET|ENDPOINT|ACCESS_KEY_ID|SECRET_ACCESS_KEY|PUBLIC_URL)$/, 'IMAGES', 's3'),
  ];
}

/** Browsers do not show http images on an https page. */
function checkMixedContent(source: EnvSource): string[] {
  const { PUBLIC_URL, IMAGES, S3_ENDPOINT, S3_PUBLIC_URL } = source;
  if (!PUBLIC_URL?.startsWith('https:')) return [];
  const errors: string[] = [];
  if (S3_PUBLIC_URL?.startsWith('http:'))
    errors.push('S3_PUBLIC_URL must be an https address, since PUBLIC_URL is one');
  if (IMAGES === 's3' && S3_ENDPOINT?.startsWith('http:') && !S3_PUBLIC_URL)
    errors.push('S3_PUBLIC_URL must be set to an https address: PUBLIC_URL is one, and S3_ENDPOINT is not');
  return errors;
}

/** A bucket can be a prefix of a host name, but not of an IP address. */
function checkPathStyle({ IMAGES, S3_ENDPOINT, S3_PATH_STYLE }: EnvSource): string[] {
  if (IMAGES !== 's3' || S3_PATH_STYLE === 'on' || !S3_ENDPOINT || !URL.canParse(S3_ENDPOINT)) return [];
  const isNumber = /^(\[.*\]|[\d.]+)$/.test(new URL(S3_ENDPOINT).hostname);
  return isNumber
    ? ['S3_PATH_STYLE must be on: S3_ENDPOINT is an IP address, so the bucket cannot be part of the host name']
    : [];
}
