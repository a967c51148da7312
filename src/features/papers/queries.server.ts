import { and, asc, desc, eq, getTableColumns, inArray, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { tools } from '../catalogue/tool/tables.server.ts';
import { type Paper, paperSchema } from './contract.ts';
import type { IssuedKind } from './kinds.ts';
import { toPaperTimeZone } from './paper-dates.ts';
import type { PaperNumber } from './paper-numbers.server.ts';
import { papers } from './tables.server.ts';

export type PaperRow = typeof papers.$inferSelect;

/** What an issued paper belongs to. */
export interface PaperSubject {
  purchaseId: string;
  shipmentId?: string;
  refundId?: string;
  /** The credit note that a debit note reverses. */
  correctsId?: string;
  /** The number of an invoice, credit note or debit note. */
  place?: PaperNumber;
}

/**
 * Stores an issued paper permanently; a numbered one has the date and time zone of its number. Throws if it does not add up. Returns
 * the row. If somebody else has just issued the same paper, returns theirs, which never happens to a numbered paper.
 */
export async function storePaper(
  db: Queryable,
  paper: Paper & { kind: IssuedKind },
  { place, ...subject }: PaperSubject,
): Promise<PaperRow> {
  const dated = place
    ? { ...paper, issuedAt: place.issuedAt.toISOString(), timeZone: toPaperTimeZone(place.timeZone) }
    : paper;
  const data = paperSchema.parse(dated) as typeof paper;
  const row = {
    id: newIdentifier(),
    kind: paper.kind,
    number: paper.number,
    ...subject,
    ...(place ? { year: place.year, count: place.count } : {}),
    totalMinor: getTotalMinor(data),
    data,
    issuedAt: new Date(data.issuedAt),
  };
  const [stored] = place
    ? await db.insert(papers).values(row).returning()
    : await db.insert(papers).values(row).onConflictDoNothing().returning();
  const issued = stored ?? (await getPaper(db, { kind: paper.kind, ...subject }));
  if (!issued) throw new Error('the issued paper does not exist');
  return issued;
}

function getTotalMinor(paper: Paper & { kind: IssuedKind }): number {
  if (paper.kind === 'credit_note' || paper.kind === 'debit_note') return paper.totalMinor;
  return paper.kind === 'delivery_note' ? 0 : paper.totals.totalMinor;
}

/** An issued paper of a purchase: the newest if there are several, null if there is none. */
export async function getPaper(
  db: Queryable,
  {
    kind,
    purchaseId,
    shipmentId,
    refundId,
  }: { kind: IssuedKind; purchaseId: string; shipmentId?: string; refundId?: string },
): Promise<PaperRow | null> {
  const [row] = await db
    .select()
    .from(papers)
    .where(
      and(
        eq(papers.purchaseId, purchaseId),
        eq(papers.kind, kind),
        shipmentId ? eq(papers.shipmentId, shipmentId) : undefined,
        refundId ? eq(papers.refundId, refundId) : undefined,
      ),
    )
    .orderBy(desc(papers.seq))
    .limit(1);
  return row ?? null;
}

export async function getPaperByNumber(
  db: Queryable,
  purchaseId: string,
  { kind, number }: { kind: IssuedKind; number: string },
): Promise<PaperRow | null> {
  const [row] = await db
    .select()
    .from(papers)
    .where(and(eq(papers.purchaseId, purchaseId), eq(papers.kind, kind), eq(papers.number, number)))
    .limit(1);
  return row ?? null;
}

/** The credit notes of a purchase that no debit note reverses, oldest first. */
export async function listCreditNotesInForce(db: Queryable, purchaseId: string): Promise<PaperRow[]> {
  const debit = alias(papers, 'debit');
  return db
    .select(getTableColumns(papers))
    .from(papers)
    .leftJoin(debit, eq(debit.correctsId, papers.id))
    .where(and(eq(papers.purchaseId, purchaseId), eq(papers.kind, 'credit_note'), isNull(debit.id)))
    .orderBy(asc(papers.seq));
}

/** The papers issued for a purchase, oldest first, without their contents. */
export async function listPapers(db: Queryable, purchaseId: string) {
  return db
    .select({
      id: papers.id,
      kind: papers.kind,
      number: papers.number,
      shipmentId: papers.shipmentId,
      totalMinor: papers.totalMinor,
      issuedAt: papers.issuedAt,
    })
    .from(papers)
    .where(eq(papers.purchaseId, purchaseId))
    .orderBy(asc(papers.seq));
}

/** The paper of a row, as it was frozen. Throws if it cannot be read, which is a bug. */
export function readPaper(row: Pick<PaperRow, 'data'>): Paper {
  return paperSchema.parse(row.data);
}

/** The current SKU of each of these tools. */
export async function listSkus(db: Queryable, toolIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: tools.id, sku: tools.sku })
    .from(tools)
    .where(inArray(tools.id, [...toolIds]));
  return new Map(rows.map(({ id, sku }) => [id, sku]));
}
