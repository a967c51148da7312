import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure, sendModified } from '#src/platform/api-responses.server.ts';
import { jsonResponse, listResponse } from '#src/platform/api-schemas.server.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { isUrlSigned, signatureFields, signUrl } from '#src/platform/signed-url.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { fail } from '#src/shared/problem.ts';
import { modifiedSchema } from '#src/shared/write-results.ts';
import { mailListQuerySchema, mailPreviewSchema, mailSchema } from './contract.ts';
import type { MailContext } from './outbox.server.ts';
import { getMail, listMails, type RenderContext, requeueFailedMails, requeueMail } from './outbox-list.server.ts';
import { type RenderedMail, renderMail } from './render-mail.server.ts';
import { hideSecretLinks } from './rules.ts';

/** The preview's content security policy: it may only show itself inside a page of the shop. */
const PREVIEW_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

const getOutbox = defineRoute('mails.read', {
  method: 'get',
  path: '/outbox',
  summary: 'List the shop’s newest emails, oldest first',
  description: 'In `text`, owners see the secret links of customers; nobody sees those of admins.',
  request: { query: mailListQuerySchema },
  responses: { 200: listResponse('At most `limit` emails.', z.array(mailSchema)) },
  searchable: true,
  costly: true,
});

const postResend = defineRoute('mails.resend', {
  method: 'post',
  path: '/outbox/{id}/send',
  summary: 'Send an unsent email again',
  request: { params: idParams },
  responses: { 200: jsonResponse('The email is waiting to be sent, or was already.', modifiedSchema) },
  errors: [409, 410],
});

const postResendFailed = defineRoute('mails.resend', {
  method: 'post',
  path: '/outbox/send-dead',
  summary: 'Send all failed emails again, at most 500',
  description: 'The oldest come first. Emails whose link has expired are left out.',
  responses: { 200: jsonResponse('`modifiedCount` emails are waiting to be sent.', modifiedSchema) },
  errors: [409],
});

const getPreview = defineRoute('mails.read', {
  method: 'get',
  path: '/outbox/{id}/preview',
  summary: 'Get a signed URL of the preview of an email, valid for one minute',
  request: { params: idParams },
  responses: { 200: jsonResponse('The signed URL.', mailPreviewSchema) },
});

const getHtml = defineRoute('signature', {
  method: 'get',
  path: '/outbox/{id}/html',
  summary: 'Get the preview of an email by a signed URL',
  request: { params: idParams, query: z.object(signatureFields) },
  responses: { 200: { description: 'For a sandboxed frame.', content: { 'text/html': { schema: z.string() } } } },
  errors: [400],
});

/** The outbox's calls. `urlKey` signs preview URLs. */
export const mailApi = ({ urlKey, ...context }: RenderContext & MailContext & { urlKey: string }) =>
  createApi()
    .openapi(getOutbox, async (c) =>
      sendList(c, await listMails(c.var.db, context, c.var.caller, c.req.valid('query'))),
    )
    .openapi(postResend, async (c) => sendModified(c, await requeueMail(c.var.db, context, c.req.valid('param').id)))
    .openapi(postResendFailed, async (c) => sendModified(c, await requeueFailedMails(c.var.db, context)))
    .openapi(getPreview, async (c) => {
      const mail = await getMail(c.var.db, c.req.valid('param').id);
      if (!mail) return sendFailure(c, fail('not_found', { detail: 'This email does not exist.' }));
      return c.json({ address: signUrl(urlKey, mail.id, `/api/outbox/${mail.id}/html`) }, 200);
    })
    .openapi(getHtml, async (c) => {
      const { id } = c.req.valid('param');
      if (!isUrlSigned(urlKey, id, c.req.valid('query'))) return sendFailure(c, fail('signature_invalid'));
      const mail = await getMail(c.var.db, id);
      if (!mail) return sendFailure(c, fail('not_found', { detail: 'This email does not exist.' }));
      // Links do nothing in the frame, so nobody needs the secret ones.
      const shown = await renderMail(hideSecretLinks(mail), context.publicUrl, context.getCompany());
      return c.html(previewPage(shown), 200, {
        'content-security-policy': PREVIEW_POLICY,
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
      });
    });

/**
 * The mail as a page. Its links open a new window, which the sandbox forbids: an admin must not use up a link that
 * belongs to the recipient.
 */
function previewPage({ html }: RenderedMail): string {
  return html.replaceAll(/ target="[^"]*"/g, '').replaceAll(/<a /g, '<a target="_blank" rel="noreferrer" ');
}
