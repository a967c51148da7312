import { Readable } from 'node:stream';
import * as z from 'zod';
import { isSignInFresh } from '#src/features/identity/erasure.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { eraseAccount } from '#src/flows/personal-data/erase-account.server.ts';
import { streamPersonalData } from '#src/flows/personal-data/export-personal-data.server.ts';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendDeleted, sendFailure } from '#src/platform/api-responses.server.ts';
import { jsonResponse } from '#src/platform/api-schemas.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import { toDay } from '#src/shared/dates.ts';
import { fail } from '#src/shared/problem.ts';
import { deletedSchema } from '#src/shared/write-results.ts';

const getExport = defineRoute('signedIn', {
  method: 'get',
  path: '/me/export',
  summary: 'Download everything that the shop knows about you as one JSON file',
  description:
    'Data that is linked only to your email address (newsletter, stock alerts, enquiries) is included once the address is confirmed.',
  responses: { 200: jsonResponse('An object with a member for each kind of data.', z.record(z.string(), z.unknown())) },
  limit: { name: 'export', by: 'caller' },
});

const deleteMe = defineRoute('signedIn', {
  method: 'delete',
  path: '/me',
  summary: 'Delete your account, within five minutes of signing in',
  description:
    'Unpaid orders are canceled. Paid orders and their papers are kept without an account. Nothing is deleted while a paid order still has to ship.',
  responses: { 200: jsonResponse('Deleted. The address can sign up again as a new user.', deletedSchema) },
  errors: [403, 409, 502],
  limit: { name: 'erasure', by: 'caller' },
});

/** What all users may do with their own data. */
export function personalDataApi(context: AppContext) {
  return createApi()
    .openapi(getExport, async (c) => {
      const { caller, db } = c.var;
      const { userId, email, emailConfirmed: isEmailProven } = caller;
      await recordAuditEvents(db, { by: caller, action: 'user.data_exported', id: userId, name: email });
      const text = streamPersonalData(db, { userId, email, isEmailProven });
      const bytes = Readable.toWeb(Readable.from(text, { objectMode: false })) as ReadableStream<Uint8Array>;
      return c.body(bytes, 200, {
        'content-type': 'application/json',
        'content-disposition': `attachment; filename="my-data-${toDay(new Date(), context.getCompany().timeZone)}.json"`,
        'cache-control': 'no-store',
      }) as never;
    })
    .openapi(deleteMe, async (c) => {
      if (!(await isSignInFresh(c.var.db, c.req.header('authorization')))) return sendFailure(c, fail('sign_in_again'));
      return sendDeleted(c, await eraseAccount(context, c.var.caller));
    });
}
