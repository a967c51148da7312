import Stripe from 'stripe';
import type { HostedTax, TaxQuestion } from '#src/shared/totals/hosted-tax.ts';
import { toChargeAmount } from './payment-limits.ts';
import type { CardProviderOptions } from './provider.server.ts';
import { callWithDeadline, invalidResponse, isInvalidRequest, ProviderUnavailable } from './provider-errors.server.ts';
import { toCalculation, toLineItems } from './tax-responses.server.ts';

/** Calculates tax at Stripe, or in its sandbox, through the official SDK. They differ only in the host. */
export interface TaxCalculator {
  /** Throws `ProviderUnavailable` if there is no usable answer in time. */
  calculate(question: TaxQuestion): Promise<HostedTax>;
  /** A cheap read within `timeoutMs`. Throws an error whose message is a sentence for admins. */
  probe(timeoutMs: number): Promise<void>;
}

/** How long a buyer waits for the tax, with all repetitions and pages. */
export const TAX_DEADLINE_MS = 2_000;

const MAX_LISTED = 100;

export function createTaxCalculator(options: Omit<CardProviderOptions, 'webhookSecret'>): TaxCalculator {
  const deadlineMs = options.timeoutMs ?? TAX_DEADLINE_MS;
  const stripe = new Stripe(options.secretKey, {
    ...options.host,
    apiVersion: Stripe.API_VERSION as typeof Stripe.API_VERSION,
    maxNetworkRetries: 1,
    timeout: deadlineMs,
    telemetry: false,
    appInfo: { name: 'Ironmonger' },
  });

  async function calculate(question: TaxQuestion): Promise<HostedTax> {
    const { id, lines, shipping, ...first } = toCalculation(await stripe.tax.calculations.create(toParams(question)));
    let { hasMore } = first;
    while (hasMore && lines.length < question.lines.length) {
      const page = toLineItems(
        await stripe.tax.calculations.listLineItems(id, {
          limit: MAX_LISTED,
          starting_after: lines.at(-1)?.id ?? '',
          expand: ['data.tax_breakdown'],
        }),
        question.currency,
      );
      lines.push(...page.lines);
      hasMore = page.hasMore && page.lines.length > 0;
    }
    const byReference = new Map(lines.map(({ reference, part }) => [reference, part]));
    const ordered = question.lines.map(({ amountMinor }, at) => {
      const part = byReference.get(toReference(at));
      if (part?.amountMinor !== amountMinor) throw invalidResponse('the response is about other lines');
      return part;
    });
    if (question.shipping && !shipping) throw invalidResponse('the response says nothing about shipping');
    return { kind: 'calculated', lines: ordered, shipping: question.shipping ? shipping : null };
  }

  return {
    calculate: (question) =>
      callWithDeadline(deadlineMs, async () => {
        try {
          return await calculate(question);
        } catch (error) {
          if (!isInvalidRequest(error)) throw error;
          if (UNKNOWN_ADDRESS.has(error.code ?? '')) return { kind: 'unknown_address' };
          if (error.code === 'tax_id_invalid') return { kind: 'refused_vat_id' };
          if (error.code === 'stripe_tax_inactive') throw new ProviderUnavailable(error.code, { reason: INACTIVE });
          throw error;
        }
      }),
    async probe(timeoutMs) {
      try {
        const { status } = await callWithDeadline(timeoutMs, () =>
          stripe.tax.settings.retrieve({}, { timeout: timeoutMs, maxNetworkRetries: 0 }),
        );
        if (status !== 'active') throw new Error(INACTIVE);
      } catch (error) {
        throw error instanceof ProviderUnavailable && error.reason ? new Error(error.reason) : error;
      }
    },
  };
}

const UNKNOWN_ADDRESS = new Set(['customer_tax_location_invalid', 'invalid_tax_location']);
const INACTIVE = 'Stripe Tax is not set up. Please complete its settings in Stripe’s dashboard.';

const toReference = (at: number) => `L${at + 1}`;

function toParams(question: TaxQuestion): Stripe.Tax.CalculationCreateParams {
  const { currency, pricesInclude, lines, shipping, origin } = question;
  const tax_behavior = pricesInclude === 'gross' ? 'inclusive' : 'exclusive';
  return {
    currency,
    line_items: lines.map(({ amountMinor, quantity, taxCode }, at) => ({
      amount: toChargeAmount(amountMinor, currency),
      quantity,
      reference: toReference(at),
      tax_behavior,
      tax_code: taxCode,
    })),
    ...(shipping && {
      shipping_cost: {
        amount: toChargeAmount(shipping.amountMinor, currency),
        tax_behavior,
        tax_code: shipping.taxCode,
      },
    }),
    customer_details: toCustomer(question),
    ...(origin && { ship_from_details: { address: toAddress(origin) } }),
    expand: ['line_items.data.tax_breakdown', ...(shipping ? ['shipping_cost.tax_breakdown'] : [])],
  };
}

/** Everything about the buyer that decides about tax. */
function toCustomer({ destination, buyer }: TaxQuestion): Stripe.Tax.CalculationCreateParams.CustomerDetails {
  return {
    address: toAddress(destination),
    address_source: 'shipping',
    ...(buyer.vatId && { tax_ids: [{ type: 'eu_vat', value: buyer.vatId }] }),
    ...(buyer.isExempt && { taxability_override: 'customer_exempt' }),
  };
}

/** The street stays in the shop: a buyer has seen an estimate before typing it, and is charged what that said. */
const toAddress = ({ country, region, postalCode }: TaxQuestion['destination']) => ({
  country,
  ...(region && { state: region }),
  ...(postalCode && { postal_code: postalCode }),
});
