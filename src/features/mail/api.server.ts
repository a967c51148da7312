import * as z from 'zod';
import { answer, call, createApi, listAnswer, sendRefusal } from '#src/platform/api.server.ts';
import { totalHeader } from '#src/platform/paging.server.ts';
import { modifiedSchema } from '#src/shared/acknowledged.ts';
import { asksForListing } from '#src/shared/paging.ts';
import { refuse } from '#src/shared/problem.ts';
import { mailListSchema, mailPreviewSchema, mailSchema } from './contract.ts';
import { findMails, listMails, type Showing, selectMail, sendDeadAgain, sendMailAgain } from './outbox.server.ts';
import { isPreviewAllowed, PREVIEW_POLICY, previewPage, signPreview } from './preview.server.ts';
import { renderMail } from './render.server.ts';

const params = z.object({ id: z.string() });

const getOutbox = call('admin', {
  method: 'get',
  path: '/outbox',
  summary: 'The newest mails of the shop, oldest of them first',
  request: { query: mailListSchema },
  responses: { 200: listAnswer('At most `limit` mails.', z.array(mailSchema)) },
  refusals: [422],
});

const postSend = call('admin', {
  method: 'post',
  path: '/outbox/{id}/send',
  summary: 'Send a mail that was kept or given up',
  request: { params },
  responses: { 200: answer('It waits to be sent, or does so already.', modifiedSchema) },
  refusals: [404, 409, 410],
});

const postSendDead = call('admin', {
  method: 'post',
  path: '/outbox/send-dead',
  summary: 'Send all mails again that were given up, 500 at most',
  description: 'The oldest first. Left out are those whose link has run out.',
  responses: { 200: answer('So many wait to be sent.', modifiedSchema) },
  refusals: [409],
});

const getPreview = call('admin', {
  method: 'get',
  path: '/outbox/{id}/preview',
  summary: 'Where a mail can be seen as it looks, for a minute',
  request: { params },
  responses: { 200: answer('An address with a signature.', mailPreviewSchema) },
  refusals: [404],
});

const getHtml = call('signature', {
  method: 'get',
  path: '/outbox/{id}/html',
  summary: 'A mail as it looks; the address is given by its preview',
  request: { params, query: z.object({ until: z.coerce.number().int(), signature: z.string().max(100) }) },
  responses: { 200: { description: 'For a sandboxed frame.', content: { 'text/html': { schema: z.string() } } } },
  refusals: [400, 404, 422],
});

/** The outbox's calls. `previewKey` signs the addresses of previews. */
export const mailApi = ({ previewKey, ...showing }: Showing & { previewKey: string }) =>
  createApi()
    .openapi(getOutbox, async (c) => {
      const query = c.req.valid('query');
      if (!asksForListing(query)) return c.json(await listMails(c.var.db, showing, query), 200);
      const { rows, total } = await findMails(c.var.db, showing, query);
      return c.json(rows, 200, totalHeader(total));
    })
    .openapi(postSend, async (c) => {
      const queued = await sendMailAgain(c.var.db, showing.delivery, c.req.valid('param').id);
      if (!queued.ok) return sendRefusal(c, queued);
      return c.json({ acknowledged: true as const, modifiedCount: queued.value }, 200);
    })
    .openapi(postSendDead, async (c) => {
      const queued = await sendDeadAgain(c.var.db, showing.delivery);
      if (!queued.ok) return sendRefusal(c, queued);
      return c.json({ acknowledged: true as const, modifiedCount: queued.value }, 200);
    })
    .openapi(getPreview, async (c) => {
      const mail = await selectMail(c.var.db, c.req.valid('param').id);
      if (!mail) return sendRefusal(c, refuse('not_found', { detail: 'There is no such mail.' }));
      const { until, signature } = signPreview(previewKey, mail.id);
      return c.json({ address: `/api/outbox/${mail.id}/html?until=${until}&signature=${signature}` }, 200);
    })
    .openapi(getHtml, async (c) => {
      const { id } = c.req.valid('param');
      if (!isPreviewAllowed(previewKey, id, c.req.valid('query'))) return sendRefusal(c, refuse('signature_invalid'));
      const mail = await selectMail(c.var.db, id);
      if (!mail) return sendRefusal(c, refuse('not_found', { detail: 'There is no such mail.' }));
      return c.html(previewPage(await renderMail(mail, showing.publicUrl)), 200, {
        'content-security-policy': PREVIEW_POLICY,
        'x-frame-options': 'SAMEORIGIN',
        'referrer-policy': 'no-referrer',
      });
    });
