import type { Destination } from '../postal-address/places.ts';
import type { PricesInclude } from './purchase-totals.ts';

/** What a hosted service is asked. The same question always has the same answer on the same day. */
export interface TaxQuestion {
  currency: string;
  pricesInclude: PricesInclude;
  lines: readonly { amountMinor: number; quantity: number; taxCode: string }[];
  /** Null if nothing is ever charged for shipping. */
  shipping: { amountMinor: number; taxCode: string } | null;
  destination: Destination;
  /** Where the shop is. Null if that is not known well enough; the service then takes what its account says. */
  origin: Destination | null;
  /** A VAT ID that the shop accepts, or an empty text; and whether the buyer has an exemption certificate. */
  buyer: { vatId: string; isExempt: boolean };
}

/** One tax of one line, or of shipping, as the service calculated it. */
export interface HostedTaxEntry {
  /** Such as 'VAT', or 'Ohio Sales Tax'. */
  name: string;
  /** In millionths; 0 if the tax is not imposed. */
  rate: number;
  /** Why: Stripe's `taxability_reason`. */
  reason: string;
  taxableMinor: number;
  amountMinor: number;
}

export interface HostedTaxPart {
  /** As it was asked, net or gross. */
  amountMinor: number;
  /** All taxes on it. */
  taxMinor: number;
  taxes: HostedTaxEntry[];
}

export type HostedTax =
  /** `lines` in the order of the question. */
  | { kind: 'calculated'; lines: HostedTaxPart[]; shipping: HostedTaxPart | null }
  /** The address is incomplete or does not exist. */
  | { kind: 'unknown_address' }
  /** The service does not accept the VAT ID. */
  | { kind: 'refused_vat_id' };
