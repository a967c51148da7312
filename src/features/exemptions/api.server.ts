import type { Context } from 'hono';
import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendChanged, sendDeleted, sendFailure, sendInserted } from '#src/platform/api-responses.server.ts';
import { fileBody, jsonBody, jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { rateLimit } from '#src/platform/call-limits.server.ts';
import type { Caller, Reader } from '#src/platform/caller.ts';
import { admitUpload } from '#src/platform/http/upload-admission.server.ts';
import type { ImageProcess } from '#src/platform/image-process/image-process.server.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { toFieldErrors } from '#src/shared/field-errors.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { hasPermission } from '#src/shared/permissions.ts';
import { fail } from '#src/shared/problem.ts';
import { acknowledgedSchema, deletedSchema } from '#src/shared/write-results.ts';
import {
  changedExemptionSchema,
  exemptionChangeSchema,
  exemptionQuerySchema,
  exemptionSchema,
  managedExemptionSchema,
  newExemptionSchema,
} from './contract.ts';
import { exemptionCopy as copy } from './copy.ts';
import { listManagedExemptions, listOwnExemptions } from './queries.server.ts';
import { addExemption, changeExemption, openCertificate, removeExemption } from './service.server.ts';

const listRoute = defineRoute('signedIn', {
  method: 'get',
  path: '/exemptions',
  summary: 'List your exemption certificates; for an admin, everyone’s',
  request: { query: exemptionQuerySchema },
  responses: {
    200: listResponse('At most `limit` certificates.', z.array(exemptionSchema.or(managedExemptionSchema))),
  },
  searchable: true,
  costly: true,
});

const addRoute = defineRoute('exemptions.keep', {
  method: 'post',
  path: '/exemptions',
  summary: 'Upload an exemption certificate (form field `certificate`, a PDF of at most 4 MiB)',
  description:
    'Further fields of the form: `kind` (resale, manufacturing, nonprofit, government or other), `places` (such as ' +
    '`US-OH, US-TX, CA`), `certificateNumber` and `validUntil` (YYYY-MM-DD), which may be blank. It has no effect until ' +
    'the shop approves it. A PDF is rejected if it is encrypted, runs scripts, or opens or contains other files.',
  request: { body: fileBody('certificate') },
  responses: { 201: jsonResponse('Stored.', acknowledgedSchema) },
  errors: [409, 413, 503],
  limit: { name: 'certificate', by: 'caller' },
  admit: [rateLimit({ name: 'certificateAddress', by: 'address' }), admitUpload],
  takes: 'file',
});

const changeRoute = defineRoute('signedIn', {
  method: 'patch',
  path: '/exemptions/{id}',
  summary: 'Withdraw your certificate; for an admin, approve or reject one',
  request: { params: idParams, body: jsonBody(exemptionChangeSchema) },
  responses: { 200: jsonResponse('Stored, unless nothing had to change.', changedExemptionSchema) },
  errors: [409],
});

const removeRoute = defineRoute('exemptions.keep', {
  method: 'delete',
  path: '/exemptions/{id}',
  summary: 'Delete one of your certificates that was never approved',
  request: { params: idParams },
  responses: { 200: jsonResponse('Deleted.', deletedSchema) },
  errors: [409],
});

const fileRoute = defineRoute('signedIn', {
  method: 'get',
  path: '/exemptions/{id}/certificate.pdf',
  summary: 'Download a certificate: your own, or any for an admin',
  request: { params: idParams },
  responses: { 200: { description: 'A PDF to save.', content: { 'application/pdf': { schema: z.string() } } } },
  limit: { name: 'paper', by: 'caller' },
});

interface ExemptionsDependencies {
  imageProcess: ImageProcess;
  /** The day in the shop's time zone. */
  getToday: () => string;
  onDecided: Parameters<typeof changeExemption>[4];
}

const toReader = (caller: Caller): Reader =>
  hasPermission(caller, 'exemptions.review') ? 'shop' : { userId: caller.userId };

/** The exemption certificates of buyers. Nobody but their owner and the shop can read them. */
export function exemptionsApi({ imageProcess, getToday, onDecided }: ExemptionsDependencies) {
  return createApi()
    .openapi(listRoute, async (c) => {
      const { db, caller } = c.var;
      const query = c.req.valid('query');
      const reader = toReader(caller);
      const page =
        reader === 'shop'
          ? await listManagedExemptions(db, query, getToday())
          : await listOwnExemptions(db, reader.userId, query, getToday());
      return sendList(c, page);
    })
    .openapi(addRoute, async (c) => {
      const { upload, db, caller } = c.var;
      const received = await upload.receive('certificate');
      if (!received.ok) return sendFailure(c, received);
      const { value: certificate } = received;
      if (!certificate) return sendFailure(c, fail('invalid', { fields: { certificate: copy.errors.missing } }));
      const parsed = newExemptionSchema.safeParse(certificate.fields);
      if (!parsed.success) return sendFailure(c, fail('invalid', { fields: toFieldErrors(parsed.error.issues) }));
      const owner = { userId: caller.userId, from: upload.from };
      return sendInserted(c, await addExemption(db, imageProcess, owner, certificate, parsed.data, getToday()));
    })
    .openapi(changeRoute, async (c) => {
      const { db, caller } = c.var;
      const { id } = c.req.valid('param');
      const named = { id, reader: toReader(caller), today: getToday() };
      return sendChanged(c, await changeExemption(db, caller, named, c.req.valid('json'), onDecided));
    })
    .openapi(removeRoute, async (c) =>
      sendDeleted(c, await removeExemption(c.var.db, c.var.caller.userId, c.req.valid('param').id)),
    )
    .openapi(fileRoute, async (c) => sendCertificate(c, c.req.valid('param').id));
}

async function sendCertificate(c: Context<ApiEnv>, id: string) {
  const file = await openCertificate(c.var.db, id, toReader(c.var.caller), c.var.clientAddress);
  if (!file) return sendFailure(c, fail('not_found', { detail: copy.notFound }));
  return c.body(file.stream, 200, {
    'content-type': 'application/pdf',
    'content-length': String(file.bytes),
    // Never shown as a page of the shop, and stored by nobody on the way.
    'content-disposition': 'attachment; filename="exemption-certificate.pdf"',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
}
