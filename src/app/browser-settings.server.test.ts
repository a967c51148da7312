import { expect, test } from 'vitest';
import { parseEnv } from '#src/platform/env/env.server.ts';
import { toBrowserSettings } from './browser-settings.server.ts';

function listImageOrigins(source: Record<string, string>): readonly string[] {
  const parsedEnv = parseEnv(source);
  if (!parsedEnv.ok) throw new Error(parsedEnv.errors.join());
  return toBrowserSettings(parsedEnv.env).sources.images;
}

const s3 = { IMAGES: 's3', S3_BUCKET: 'pics', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };

// Images over HTTPS are allowed on every page anyway.
test.each<[Record<string, string>, string[]]>([
  [{}, []],
  [s3, []],
  [{ ...s3, S3_ENDPOINT: 'http://minio:9000', S3_PATH_STYLE: 'on' }, ['http://minio:9000']],
  [{ ...s3, S3_ENDPOINT: 'http://minio:9000' }, ['http://pics.minio:9000']],
  [{ ...s3, S3_ENDPOINT: 'http://minio:9000', S3_PUBLIC_URL: 'https://cdn.example' }, []],
  [{ MAP_TILES_URL: 'https://tile.example/{z}/{x}/{y}.png' }, []],
  [{ MAP_TILES_URL: 'http://tile.example:8080/{z}/{x}/{y}.png' }, ['http://tile.example:8080']],
  [{ MAP_TILES_URL: 'http://{s}.tile.example/{z}/{x}/{y}.png' }, ['http://*.tile.example']],
])('with %j, pages load images over HTTP only from %j', (source, origins) => {
  expect(listImageOrigins(source)).toEqual(origins);
});
