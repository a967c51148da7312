import { createContext, use } from 'react';
import type { SellingTerms } from './selling-terms.ts';

/** Public facts about the company behind the shop. The owner changes them in the shop's settings. */
export interface Company {
  name: string;
  legalName: string;
  /** Street, town and country, without empty lines. */
  address: readonly string[];
  /** Null if the owner has not entered one. */
  taxNumber: string | null;
  phone: { formatted: string; uri: string };
  email: string;
  hours: string;
  /** An IANA name. The days and years of the shop are those of this time zone. */
  timeZone: string;
  location: { latitude: number; longitude: number };
  /** The heading of the home page. */
  headline: string;
  /** A year; null if the shop says nothing about it. */
  foundedIn: string | null;
  copyrightYear: string | null;
  /** The codes of the countries that orders are delivered to; empty for every country. */
  deliversTo: readonly string[];
  /** For pages only. Absent in a shop that charges neither tax nor shipping, and promises no dates. */
  selling?: SellingTerms;
}

/** The company of the page or email that is being rendered. */
export const CompanyContext = createContext<Company | null>(null);

export function useCompany(): Company {
  const company = use(CompanyContext);
  if (!company) throw new Error('no company around this component');
  return company;
}

/** The matches that a route’s `meta` gets. The first is the root route’s. */
export type RouteMatches = readonly ({ loaderData?: unknown } | undefined)[];

/** The company from the root route's data, for the head of a page; null if that route failed. */
export function findCompany(matches: RouteMatches): Company | null {
  const data = matches[0]?.loaderData as { company?: Company } | undefined;
  return data?.company ?? null;
}

/** The lines of an imprint: legal name, address and tax number. */
export function imprintLines({ legalName, address, taxNumber }: Company): string[] {
  return [legalName, ...address, ...(taxNumber ? [`Tax number ${taxNumber}`] : [])];
}
