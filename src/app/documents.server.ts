import { Hono } from 'hono';
import { openDocumentFile } from '#src/features/catalogue/tool/document-files.server.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import { IMMUTABLE } from '#src/platform/http/immutable-files.ts';
import { fail } from '#src/shared/problem.ts';

/**
 * Everything under `/documents/`: the files of tools' documents, by id. The name after the id is for people who save
 * the file.
 */
export function createDocumentsApp(db: Db) {
  return new Hono<ApiEnv>().get('/:id/:name{[a-z0-9-]+\\.pdf}', async (c) => {
    const file = await openDocumentFile(db, c.req.param('id'), c.var.clientAddress);
    if (!file) return sendFailure(c, fail('not_found'));
    const etag = `"${file.sha256}"`;
    const headers = {
      etag,
      // Different content has a different id.
      'cache-control': IMMUTABLE,
    };
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    return c.body(file.read(), 200, {
      ...headers,
      'content-type': 'application/pdf',
      'content-length': String(file.bytes),
      // The file is saved and never displayed as a page of the shop, whatever a PDF reader does.
      'content-disposition': `attachment; filename="${c.req.param('name')}"`,
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });
}
