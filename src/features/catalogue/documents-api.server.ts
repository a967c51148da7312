import * as z from 'zod';
import { createApi, defineRoute, jsonResponse, sendFailure } from '#src/platform/api.server.ts';
import type { ImageProcess } from '#src/platform/image-process/image-process.server.ts';
import { fail } from '#src/shared/problem.ts';
import { storeDocumentFile } from './document-files.server.ts';

const storedFileSchema = z
  .object({
    acknowledged: z.literal(true),
    insertedId: z.string().meta({ description: 'The `fileId` of a document.' }),
    bytes: z.number().int(),
  })
  .meta({ id: 'StoredDocumentFile' });

const postDocument = defineRoute('admin', {
  method: 'post',
  path: '/documents',
  summary: 'Upload a PDF for a document of a tool (form field `document`, at most 10 MiB)',
  description:
    'A PDF that runs script, opens or carries other files, or is encrypted, is rejected. Name it in `documents` of a ' +
    'tool then: a file that no tool names is deleted after a day.',
  request: {
    body: {
      required: true,
      content: {
        'multipart/form-data': { schema: z.object({ document: z.any().meta({ type: 'string', format: 'binary' }) }) },
      },
    },
  },
  responses: { 201: jsonResponse('Stored.', storedFileSchema) },
  errors: [413, 422, 503],
  limit: { name: 'upload', by: 'caller' },
});

export function documentsApi(imageProcess: ImageProcess) {
  return createApi().openapi(postDocument, async (c) => {
    const { document } = c.req.valid('form');
    if (!(document instanceof File))
      return sendFailure(c, fail('invalid', { fields: { document: 'Please choose a PDF file.' } }));
    const from = { network: c.var.caller.address, signal: c.req.raw.signal };
    const upload = new Uint8Array(await document.arrayBuffer());
    const stored = await storeDocumentFile(c.var.db, imageProcess, from, upload);
    if (!stored.ok) return sendFailure(c, stored);
    const { id, bytes } = stored.value;
    return c.json({ acknowledged: true as const, insertedId: id, bytes }, 201);
  });
}
