import { company } from '#src/shared/site-copy.ts';

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
export const companyAddress = `${company.legalName}, ${company.address.join(', ')}`;
export const howToReachUs = `Write to ${company.email} or call ${company.phone.formatted}, ${company.hours}.`;
