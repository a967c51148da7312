import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import type { TaxLine } from '#src/shared/totals/tax-lines.ts';
import type { PaperRow } from './queries.server.ts';
import { papers, paperTaxes } from './tables.server.ts';

/** Where something is taxed, or else where it went. */
export interface TaxPlace {
  /** ISO 3166-1, or empty if nobody knows. */
  country: string;
  /** Its code; empty in countries whose regions have none. */
  region: string;
}

/** Stores what an invoice or a credit note adds to the tax report. */
export async function storePaperTaxes(
  db: Queryable,
  { id, kind, issuedAt }: Pick<PaperRow, 'id' | 'kind' | 'issuedAt'>,
  { lines, place, currency }: { lines: readonly TaxLine[]; place: TaxPlace; currency: string },
): Promise<void> {
  if (lines.length === 0) return;
  const isCredit = kind !== 'invoice';
  const toSigned = (minor: number) => (isCredit ? 0 - minor : minor);
  await db.insert(paperTaxes).values(
    lines.map(({ kind: taxKind, name, rate, baseMinor, netMinor, taxMinor }, position) => ({
      paperId: id,
      position,
      issuedAt,
      kind: taxKind,
      isCredit,
      ...place,
      name,
      rate,
      currency,
      baseMinor: toSigned(baseMinor),
      netMinor: toSigned(netMinor),
      taxMinor: toSigned(taxMinor),
    })),
  );
}

/** Stores that a debit note takes back what its credit note took from the tax report. */
export async function reversePaperTaxes(
  db: Queryable,
  { id, issuedAt }: Pick<PaperRow, 'id' | 'issuedAt'>,
  creditNoteId: string,
): Promise<void> {
  const { position, kind, isCredit, country, region, name, rate, currency, baseMinor, netMinor, taxMinor } = paperTaxes;
  await db.insert(paperTaxes).select(
    db
      .select({
        paperId: sql`${id}`.as('paper_id'),
        position,
        issuedAt: sql`${issuedAt.toISOString()}::timestamptz`.as('issued_at'),
        kind,
        isCredit,
        country,
        region,
        name,
        rate,
        currency,
        baseMinor: sql`- ${baseMinor}`.as('base_minor'),
        netMinor: sql`- ${netMinor}`.as('net_minor'),
        taxMinor: sql`- ${taxMinor}`.as('tax_minor'),
      })
      .from(paperTaxes)
      .where(eq(paperTaxes.paperId, creditNoteId)),
  );
}

/** What the invoice of a purchase says, and its credit notes in force. What was credited is positive here. */
export async function readIssuedTaxes(
  db: Queryable,
  purchaseId: string,
): Promise<{ invoiced: TaxLine[]; credited: TaxLine[] }> {
  const { kind, isCredit, name, rate, baseMinor, netMinor, taxMinor } = paperTaxes;
  // A debit note takes back what its credit note says.
  const add = (minor: typeof baseMinor | typeof netMinor | typeof taxMinor) =>
    sql<number>`sum(case when ${isCredit} then - ${minor} else ${minor} end)`.mapWith(Number);
  const rows = await db
    .select({ isCredit, kind, name, rate, baseMinor: add(baseMinor), netMinor: add(netMinor), taxMinor: add(taxMinor) })
    .from(paperTaxes)
    .innerJoin(papers, eq(papers.id, paperTaxes.paperId))
    .where(eq(papers.purchaseId, purchaseId))
    .groupBy(isCredit, kind, name, rate)
    .orderBy(sql`min(${paperTaxes.position})`);
  const list = (wanted: boolean) =>
    rows.flatMap(({ isCredit: isOfNote, ...line }) => (isOfNote === wanted ? [line] : []));
  return { invoiced: list(false), credited: list(true) };
}
