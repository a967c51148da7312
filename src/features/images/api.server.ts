import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { fileBody, jsonResponse } from '#src/platform/api-schemas.server.ts';
import { admitUpload } from '#src/platform/http/upload-admission.server.ts';
import { fail } from '#src/shared/problem.ts';
import type { ImageUploads } from './image-uploads.server.ts';

const uploadSchema = z
  .object({
    success: z.literal(true),
    status: z.literal(200),
    data: z.object({
      id: z.string(),
      url: z.string(),
      display_url: z.string(),
      width: z.number().int(),
      height: z.number().int(),
    }),
  })
  .meta({ id: 'UploadedImage' });

const postImage = defineRoute('signedIn', {
  method: 'post',
  path: '/images',
  summary: 'Upload an image (form field `image`, at most 10 MiB)',
  description: 'JPEG, PNG, WebP, AVIF or GIF. The image is re-encoded, and the original is not stored.',
  request: { body: fileBody('image') },
  responses: { 200: jsonResponse('The URL of the stored image.', uploadSchema) },
  errors: [413, 502, 503],
  limit: { name: 'upload', forStaff: 'staffUpload', by: 'caller' },
  admit: [admitUpload],
  takes: 'file',
});

const UNREADABLE = 'This file is not a picture we can read.';

export function imagesApi(uploads: ImageUploads) {
  return createApi().openapi(postImage, async (c) => {
    const { upload, caller } = c.var;
    const received = await upload.receive('image');
    if (!received.ok) return sendFailure(c, received);
    const { value: image } = received;
    if (!image) return sendFailure(c, fail('invalid', { fields: { image: 'Please choose a picture.' } }));
    const saved = await uploads.save({ ...upload.from, userId: caller.userId }, image);
    if (!saved.ok) {
      const unreadable = saved.code === 'picture_unreadable';
      return sendFailure(c, unreadable ? { fields: { image: UNREADABLE }, ...saved } : saved);
    }
    const { id, url, width, height } = saved.value;
    return c.json(
      { success: true as const, status: 200 as const, data: { id, url, display_url: url, width, height } },
      200,
    );
  });
}
