import { createHash } from 'node:crypto';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { containsFolded, foldedText, listPageIdsWith, storedText } from '#src/platform/folded-search.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { readList, readRows } from '#src/platform/lists.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { minorToDecimal, minorToNumber } from '#src/shared/money.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { priceQuantity } from '#src/shared/quantity-solver.ts';
import { tools } from '../catalogue/tool/tables.server.ts';
import type { Inbox, Message, MessageListQuery, NewMessage, NewQuote, Quote, QuoteListQuery } from './contract.ts';
import { contactMessages, quotes } from './tables.server.ts';

/** Stores a quote request. Null when the same one is still open. */
export async function addQuote(db: Queryable, quote: NewQuote & { toolId: string | null }): Promise<string | null> {
  const { toolId, ...input } = quote;
  const [row] = await db
    .insert(quotes)
    .values({ id: newIdentifier(), dedupeKey: toOpenKey(input), toolId, ...input })
    .onConflictDoNothing({ target: quotes.dedupeKey })
    .returning({ id: quotes.id });
  return row?.id ?? null;
}

/** Stores a message. Null when the same one is still open. */
export async function addMessage(db: Queryable, message: NewMessage): Promise<string | null> {
  const [row] = await db
    .insert(contactMessages)
    .values({ id: newIdentifier(), dedupeKey: toOpenKey(message), ...message })
    .onConflictDoNothing({ target: contactMessages.dedupeKey })
    .returning({ id: contactMessages.id });
  return row?.id ?? null;
}

function toOpenKey(input: NewQuote | NewMessage): string {
  return createHash('sha256')
    .update(JSON.stringify(Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url');
}

const quoteText = storedText(quotes);
const messageText = foldedText(
  contactMessages.subject,
  contactMessages.message,
  contactMessages.name,
  contactMessages.email,
);

/** The condition for quote requests that contain these words. Undefined without words. */
export const quoteHas = (q: string | undefined) => containsFolded(quoteText, q);
/** The same for messages. */
export const messageHas = (q: string | undefined) => containsFolded(messageText, q);

const inState = (table: typeof quotes | typeof contactMessages, state: QuoteListQuery['state']) =>
  state && (state === 'done' ? isNotNull(table.doneAt) : isNull(table.doneAt));

export function listQuotes(db: Queryable, query: QuoteListQuery) {
  const filter = { narrow: inState(quotes, query.state), keys: { quantity: quotes.quantity } };
  return readList(db, query, {
    table: quotes,
    search: (source) => listPageIdsWith(source, quotes, quoteText, filter, query),
    read: async (source, ids) => toWireQuotes(source, await readRows(source, quotes, ids)),
  });
}

export function listMessages(db: Queryable, query: MessageListQuery) {
  const filter = { narrow: inState(contactMessages, query.state), keys: {} };
  return readList(db, query, {
    table: contactMessages,
    search: (source) => listPageIdsWith(source, contactMessages, messageText, filter, query),
    read: async (source, ids) => (await readRows(source, contactMessages, ids)).map(toWireMessage),
  });
}

/** The columns of a tool that a quote request shows. */
const QUOTED = {
  id: tools.id,
  slug: tools.slug,
  state: tools.state,
  available: tools.available,
  unitPriceMinor: tools.unitPriceMinor,
  volumePrices: tools.volumePrices,
};

/** Reads the tools of all requests at once. */
async function toWireQuotes(db: Queryable, rows: readonly (typeof quotes.$inferSelect)[]): Promise<Quote[]> {
  const toolIds = [...new Set(rows.flatMap(({ toolId }) => toolId ?? []))];
  const found = toolIds.length > 0 ? await db.select(QUOTED).from(tools).where(inArray(tools.id, toolIds)) : [];
  const byId = new Map(found.map((tool) => [tool.id, tool]));
  return rows.map(({ id, product, toolId, quantity, company, ...row }) => {
    const tool = byId.get(toolId ?? '');
    return {
      _id: id,
      product,
      toolId,
      tool: tool ? toQuotedTool(tool, quantity) : null,
      quantity,
      company,
      ...toWireFields(row),
    };
  });
}

function toQuotedTool(tool: Pick<typeof tools.$inferSelect, keyof typeof QUOTED>, quantity: number): Quote['tool'] {
  const { unitPriceMinor, totalMinor } = priceQuantity(tool, quantity);
  return {
    slug: tool.slug,
    state: tool.state,
    available: tool.available,
    unitPrice: minorToNumber(unitPriceMinor),
    total: minorToDecimal(totalMinor),
  };
}

function toWireMessage({ id, subject, ...row }: typeof contactMessages.$inferSelect): Message {
  return { _id: id, subject, ...toWireFields(row) };
}

function toWireFields(
  row: Pick<typeof contactMessages.$inferSelect, 'name' | 'email' | 'message' | 'doneAt' | 'createdAt'>,
) {
  return {
    name: row.name,
    email: row.email,
    message: row.message,
    done: row.doneAt !== null,
    createdAt: row.createdAt.toISOString(),
  };
}

const KINDS = { quote: quotes, message: contactMessages };

/** Marks an enquiry done or open. Returns the number of changed rows: 0 if it was in that state already. */
export async function markDone(
  db: Queryable,
  kind: keyof typeof KINDS,
  id: string,
  done: boolean,
): Promise<Outcome<number>> {
  const missing = fail('not_found', {
    detail: `There is no such ${kind === 'quote' ? 'quote request' : 'message'}.`,
  });
  if (!identifierSchema.safeParse(id).success) return missing;
  const table = KINDS[kind];
  const changed = await db
    .update(table)
    .set({ doneAt: done ? sql`now()` : null, dedupeKey: null })
    .where(and(eq(table.id, id), done ? isNull(table.doneAt) : isNotNull(table.doneAt)))
    .returning({ id: table.id });
  if (changed.length > 0) return ok(changed.length);
  return (await db.$count(table, eq(table.id, id))) > 0 ? ok(0) : missing;
}

/** Counts the open enquiries of each kind, up to 1,000. */
export async function countOpenEnquiries(db: Queryable): Promise<Inbox> {
  const { rows } = await db.execute<{ quotes: number; messages: number }>(sql`
    select (select count(*)::int from (select from ${quotes} where done_at is null limit 1000) q) as quotes,
           (select count(*)::int from (select from ${contactMessages} where done_at is null limit 1000) m) as messages`);
  return rows[0] ?? { quotes: 0, messages: 0 };
}
