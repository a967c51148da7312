import * as z from 'zod';
import { createApi, defineRoute, jsonResponse, sendFailure } from '#src/platform/api.server.ts';
import { admitUpload } from '#src/platform/http/upload-admission.server.ts';
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

const postDocument = defineRoute('range.keep', {
  method: 'post',
  path: '/documents',
  summary: 'Upload a PDF for a document of a tool (form field `document`, at most 10 MiB)',
  description:
    'A PDF is rejected if it is encrypted, runs scripts, or opens or contains other files. After the upload, name the ' +
    'file in the `documents` of a tool: a file that no tool names is deleted after a day.',
  request: {
    body: {
      required: true,
      content: {
        // A zod schema would read the whole body into memory.
        'multipart/form-data': {
          schema: { type: 'object', properties: { document: { type: 'string', format: 'binary' } } },
        },
      },
    },
  },
  responses: { 201: jsonResponse('Stored.', storedFileSchema) },
  errors: [413, 422, 503],
  limit: { name: 'upload', by: 'caller' },
  admit: [admitUpload],
  takes: 'file',
});

export function documentsApi(imageProcess: ImageProcess) {
  return createApi().openapi(postDocument, async (c) => {
    const { upload, db } = c.var;
    const received = await upload.receive('document');
    if (!received.ok) return sendFailure(c, received);
    const { value: document } = received;
    if (!document) return sendFailure(c, fail('invalid', { fields: { document: 'Please choose a PDF file.' } }));
    const stored = await storeDocumentFile(db, imageProcess, upload.from, document);
    if (!stored.ok) return sendFailure(c, stored);
    const { id, bytes } = stored.value;
    return c.json({ acknowledged: true as const, insertedId: id, bytes }, 201);
  });
}
