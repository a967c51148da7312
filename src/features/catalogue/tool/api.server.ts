import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure, setCacheTags } from '#src/platform/api-responses.server.ts';
import { fileBody, jsonResponse } from '#src/platform/api-schemas.server.ts';
import { admitUpload } from '#src/platform/http/upload-admission.server.ts';
import type { ImageProcess } from '#src/platform/image-process/image-process.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { fail } from '#src/shared/problem.ts';
import { quantityQuerySchema, quantityResultSchema, toolSchema } from './contract.ts';
import { storeDocumentFile } from './document-files.server.ts';
import { relatedSchema } from './related-contract.ts';
import { getRelated, listRelatedTags } from './related-tools.server.ts';
import { getTool, solveQuantity } from './service.server.ts';

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
  request: { body: fileBody('document') },
  responses: { 201: jsonResponse('Stored.', storedFileSchema) },
  errors: [413, 503],
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

const getToolRoute = defineRoute('public', {
  method: 'get',
  path: '/tools/{id}',
  summary: 'Get a tool',
  request: { params: idParams },
  responses: { 200: jsonResponse('The tool.', toolSchema) },
  cacheable: true,
});

const getQuantityRoute = defineRoute('public', {
  method: 'get',
  path: '/tools/{id}/quantity',
  summary: 'Get what a quantity costs, or what to order instead',
  request: { params: idParams, query: quantityQuerySchema },
  responses: { 200: jsonResponse('Whether the quantity can be ordered, and alternatives.', quantityResultSchema) },
});

const getRelatedRoute = defineRoute('public', {
  method: 'get',
  path: '/tools/{id}/related',
  summary: 'List what a tool fits, its spare parts, accessories and successor, and its other sizes',
  request: { params: idParams },
  responses: { 200: jsonResponse('The other tools.', relatedSchema) },
  cacheable: true,
});

/** The calls that read a tool and what an order of it costs. */
export const toolApi = createApi()
  .openapi(getToolRoute, async (c) => {
    const tool = await getTool(c.var.db, c.req.valid('param').id);
    if (!tool.ok) return sendFailure(c, tool);
    setCacheTags(c, `tool:${tool.value._id}`, 'categories');
    return c.json(tool.value, 200);
  })
  .openapi(getQuantityRoute, async (c) => {
    const tool = await getTool(c.var.db, c.req.valid('param').id);
    if (!tool.ok) return sendFailure(c, tool);
    return c.json(solveQuantity(tool.value, c.req.valid('query').quantity), 200);
  })
  .openapi(getRelatedRoute, async (c) => {
    const tool = await getTool(c.var.db, c.req.valid('param').id);
    if (!tool.ok) return sendFailure(c, tool);
    const related = await getRelated(c.var.db, tool.value);
    setCacheTags(c, `tool:${tool.value._id}`, ...listRelatedTags(tool.value));
    return c.json(related, 200);
  });
