import type { Context } from 'hono';
import * as z from 'zod';
import { MAX_PAPER_LINES, type Paper } from '#src/features/papers/contract.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { readPackingList } from '#src/flows/papers/read-packing-list.server.ts';
import {
  listAvailablePapers,
  readCreditNote,
  readDeliveryNote,
  readInvoice,
  readOrderConfirmation,
} from '#src/flows/papers/read-papers.server.ts';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import type { ApiEnv } from '#src/platform/api-env.server.ts';
import { sendFailure } from '#src/platform/api-responses.server.ts';
import { jsonResponse } from '#src/platform/api-schemas.server.ts';
import { toReader } from '#src/platform/caller.ts';
import { boundedText } from '#src/shared/bounded-schemas.ts';
import { identifierSchema, idParams } from '#src/shared/field-schemas.ts';
import type { Outcome } from '#src/shared/problem.ts';

/** The most purchases on one packing list. */
const MAX_PACKED = 50;

const paperCall = {
  method: 'get',
  responses: { 200: { description: 'A PDF to save.', content: { 'application/pdf': { schema: z.string() } } } },
  limit: { name: 'paper', by: 'caller' },
} as const;

const paperListSchema = z
  .array(
    z.object({
      kind: z.enum([
        'confirmation',
        'receipt',
        'invoice',
        'delivery_note',
        'packing_list',
        'credit_note',
        'debit_note',
      ]),
      number: z.string(),
      issuedAt: z.string().nullable().meta({ description: 'Null if the paper is created when it is requested.' }),
      path: z.string().meta({ description: 'The path of the call that returns it as a PDF.' }),
    }),
  )
  .meta({ id: 'Papers' });

const getPapers = defineRoute('signedIn', {
  method: 'get',
  path: '/purchases/{id}/papers',
  summary: 'List the papers of a purchase',
  request: { params: idParams },
  responses: { 200: jsonResponse('The papers that are available now.', paperListSchema) },
  costly: true,
});

const getConfirmation = defineRoute('signedIn', {
  ...paperCall,
  path: '/purchases/{id}/confirmation.pdf',
  summary: 'Download the order confirmation of a purchase',
  request: { params: idParams },
  errors: [409, 503],
});

const getInvoice = defineRoute('signedIn', {
  ...paperCall,
  path: '/purchases/{id}/invoice.pdf',
  summary: 'Download the invoice of a paid purchase, or a receipt while it has no billing address',
  request: { params: idParams },
  errors: [409, 503],
});

const getCreditNote = defineRoute('signedIn', {
  ...paperCall,
  path: '/purchases/{id}/credit-note.pdf',
  summary: 'Download the newest credit note of a purchase, or the credit or debit note with this number',
  request: {
    params: idParams,
    query: z.object({ number: boundedText(40, 'Please send at most 40 characters.').optional() }),
  },
  errors: [503],
});

const getDeliveryNote = defineRoute('signedIn', {
  ...paperCall,
  path: '/purchases/{id}/delivery-note.pdf',
  summary: 'Download the delivery note of the newest shipment, or of the shipment with this number',
  request: { params: idParams, query: z.object({ shipment: z.coerce.number().int().min(1).max(10_000).optional() }) },
  errors: [503],
});

const getPackingList = defineRoute('orders.read', {
  ...paperCall,
  path: '/purchases/{id}/packing-list.pdf',
  summary: 'Download the packing list of what is left to ship of a purchase',
  request: { params: idParams },
  errors: [409, 503],
});

const getPackingLists = defineRoute('orders.read', {
  ...paperCall,
  path: '/packing-list.pdf',
  summary: `Download one packing list of what is left to ship of several purchases (at most ${MAX_PACKED}, with ${MAX_PAPER_LINES} lines), with the total of each tool`,
  request: {
    query: z.object({
      purchases: boundedText(MAX_PACKED * 25, `Please send at most ${MAX_PACKED * 25} characters.`)
        .transform((ids) => ids.split(','))
        .pipe(z.array(identifierSchema).min(1).max(MAX_PACKED)),
    }),
  },
  errors: [404, 409, 503],
});

/** The API of papers, which are PDFs rendered at each request. */
export function papersApi(context: AppContext) {
  async function send(c: Context<ApiEnv>, found: Outcome<Paper>) {
    if (!found.ok) return sendFailure(c, found);
    const paper = found.value;
    const reader = { network: c.var.clientAddress, signal: c.req.raw.signal };
    const bytes = await context.paperRenderer.render(paper, reader);
    return c.body(bytes as Uint8Array<ArrayBuffer>, 200, {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${toFileName(paper)}"`,
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; sandbox",
    });
  }
  return createApi()
    .openapi(getPapers, async (c) => {
      const listed = await listAvailablePapers(c.var.db, toReader(c.var.caller), c.req.valid('param').id);
      if (!listed.ok) return sendFailure(c, listed);
      return c.json(
        listed.value.map((paper) => ({ ...paper, issuedAt: paper.issuedAt?.toISOString() ?? null })),
        200,
      );
    })
    .openapi(getConfirmation, async (c) => {
      const { id } = c.req.valid('param');
      return send(c, await readOrderConfirmation(c.var.db, context, toReader(c.var.caller), id));
    })
    .openapi(getInvoice, async (c) => {
      const { id } = c.req.valid('param');
      return send(c, await readInvoice(c.var.db, context, toReader(c.var.caller), id));
    })
    .openapi(getCreditNote, async (c) => {
      const { number } = c.req.valid('query');
      return send(c, await readCreditNote(c.var.db, toReader(c.var.caller), c.req.valid('param').id, number));
    })
    .openapi(getDeliveryNote, async (c) => {
      const { shipment } = c.req.valid('query');
      const reader = toReader(c.var.caller);
      return send(c, await readDeliveryNote(c.var.db, context, reader, c.req.valid('param').id, shipment));
    })
    .openapi(getPackingList, async (c) => send(c, await readPackingList(c.var.db, context, [c.req.valid('param').id])))
    .openapi(getPackingLists, async (c) =>
      send(c, await readPackingList(c.var.db, context, c.req.valid('query').purchases)),
    );
}

/** `invoice-INV-2026-000001.pdf`. Numbers contain only letters, digits and hyphens. */
function toFileName(paper: Paper): string {
  const number = paper.kind === 'packing_list' ? paper.issuedAt.slice(0, 10) : paper.number;
  return `${paper.kind.replace('_', '-')}-${number}.pdf`;
}
