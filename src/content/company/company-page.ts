import { type Company, imprintLines } from '#src/shared/company.ts';

/** A paragraph, a list, a list of terms with their meaning, drawings to download, or links to other pages. */
export type Block =
  | string
  | { list: readonly string[] }
  | { entries: readonly (readonly [name: string, text: string])[] }
  | { drawings: readonly { file: string; name: string; width: number; height: number }[] }
  | { links: readonly { to: string; label: string }[] };

/**
 * A page of text. The legal ones say what the shop does: a change of a period, a cookie or a stored field changes its
 * sentence, too.
 */
export interface CompanyPage {
  title: string;
  text: string;
  description: string;
  /** Since when a legal text applies, as an ISO date. */
  since?: string;
  sections: readonly { title: string; blocks: readonly Block[] }[];
}

/** Who runs the shop, for the legal texts. */
export function describeCompany(company: Company): string {
  return `${imprintLines(company).join(', ')}. Write to ${company.email} or call ${company.phone.formatted}, ${company.hours}.`;
}

/** What the pages say of the shop as it is today. */
export interface ShopFacts {
  company: Company;
  /** How long an order is held, in words. */
  holdTime: string;
}
