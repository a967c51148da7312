import type { Queryable } from '#src/platform/database.server.ts';
import { minorToDecimal, minorToNumber } from '#src/shared/money.ts';
import { toOrderTerms, toWireOffers } from '#src/shared/order-terms.ts';
import { fail, type Outcome, ok, PROBLEMS } from '#src/shared/problem.ts';
import { describeQuantity } from '#src/shared/quantity-copy.ts';
import { judgeQuantity, listOffers } from '#src/shared/quantity-solver.ts';
import type { QuantityResult, Tool } from './contract.ts';
import { findCurrentSlug, getToolRow, getToolRowBySlug, NO_TOOL, toWireTool } from './queries.server.ts';

/** A tool that is or was on sale. Drafts are not found. */
export async function getTool(db: Queryable, id: string): Promise<Outcome<Tool>> {
  const row = await getToolRow(db, id);
  return row && row.state !== 'draft' ? ok(toWireTool(row)) : fail('not_found', { detail: NO_TOOL });
}

/** The tax class of a tool; undefined if there is no such tool. */
export async function getTaxClass(db: Queryable, id: string): Promise<string | undefined> {
  return (await getToolRow(db, id))?.taxClass;
}

/** A tool by the slug of its page, or the slug to which that page has moved. Drafts are not found. */
export async function getToolBySlug(
  db: Queryable,
  slug: string,
): Promise<{ tool: Tool; taxClass: string } | { movedTo: string } | null> {
  const row = /^[a-z0-9-]{1,80}$/.test(slug) ? await getToolRowBySlug(db, slug) : null;
  if (row && row.state !== 'draft') return { tool: toWireTool(row), taxClass: row.taxClass };
  // An id may be in upper or lower case.
  const current = /^[A-Za-z0-9-]{1,80}$/.test(slug) ? await findCurrentSlug(db, slug) : null;
  return current === null || current === slug ? null : { movedTo: current };
}

/** What an order of this quantity costs, or what to order instead. Archived tools can't be ordered. */
export function solveQuantity(tool: Tool, quantity: number): QuantityResult {
  if (tool.state !== 'on_sale')
    return { orderable: false, unitPrice: null, total: null, detail: PROBLEMS.not_for_sale[1], offers: [] };
  const terms = toOrderTerms(tool);
  const { unitPriceMinor, totalMinor, problem } = judgeQuantity(terms, quantity);
  return {
    orderable: problem === null,
    unitPrice: problem ? null : minorToNumber(unitPriceMinor),
    total: problem ? null : minorToDecimal(totalMinor),
    detail: describeQuantity(terms, quantity),
    offers: toWireOffers(listOffers(terms, quantity)),
  };
}
