import { TaxServiceBusy } from '#src/features/payments/guarded-tax-calculator.server.ts';
import { type CalculatedTax, classifyHostedTax, findIncludedTax } from '#src/features/taxes/decide-hosted-tax.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { RateLimitName } from '#src/platform/rate-limit-rules.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import type { HostedTax, TaxQuestion } from '#src/shared/totals/hosted-tax.ts';

/** Whose limits a question to the service counts in, each with its key. Answers that are remembered cost nothing. */
export type TaxBudget = readonly (readonly [limit: RateLimitName, key: string])[];

/** Estimates of a stranger's network; all strangers have a limit together, which customers do not touch. */
export const toEstimateBudget = (clientAddress: string): TaxBudget => [
  ['taxEstimate', clientAddress],
  ['taxEstimates', 'all'],
];

/** Orders of an account and its network, with the estimates before them. */
export const toOrderBudget = (caller: { userId: string; clientAddress: string }): TaxBudget => [
  ['taxOrder', caller.userId],
  ['taxOrderNetwork', caller.clientAddress],
];

interface Asking {
  budget: TaxBudget;
  /** The day of the shop: rates may change at midnight. */
  day: string;
  /** Whether the destination is the shop itself, so that no buyer can correct it. */
  isAtShop: boolean;
}

type ServiceContext = Pick<AppContext, 'taxService' | 'limits' | 'log'>;

/** What the service says, and what gross prices include if the buyer does not owe it. */
export interface ServiceAnswer {
  tax: CalculatedTax;
  included: CalculatedTax | null;
}

/**
 * Asks the tax service. It fails with `tax_unavailable` if there is no answer in time, with `invalid` if the buyer's
 * address is incomplete, with `too_many_requests` beyond the limits, and with `busy` if too many others are waiting.
 */
export async function askTaxService(
  context: ServiceContext,
  question: TaxQuestion,
  asking: Asking,
): Promise<Outcome<ServiceAnswer>> {
  // Somebody who is still typing an address would ask for each letter.
  if (!isLocatable(question.destination)) return refuseAddress(context, asking);
  const asked = await askOnce(context, question, asking);
  if (!asked.ok) return asked;
  if (asked.value.kind === 'refused_vat_id') {
    // Without one, there is nothing to refuse.
    if (question.buyer.vatId === '') return fail('tax_unavailable');
    return askTaxService(context, { ...question, buyer: { ...question.buyer, vatId: '' } }, asking);
  }
  if (asked.value.kind === 'unknown_address') return refuseAddress(context, asking);
  const tax = asked.value;
  if (isUnsupported(tax)) return fail('tax_unavailable');
  const origin = question.origin ?? { country: '', region: '', postalCode: '' };
  const place = findIncludedTax(classifyHostedTax(tax, { origin, destination: question.destination }).kind);
  if (place === null || question.pricesInclude === 'net') return ok({ tax, included: null });
  const destination = place === 'home' ? origin : question.destination;
  const included = await askOnce(context, { ...question, destination, buyer: NOBODY }, asking);
  if (!included.ok) return included;
  return included.value.kind === 'calculated' ? ok({ tax, included: included.value }) : fail('tax_unavailable');
}

/** Whether the service may find this place: its own answer is the one that counts. */
function isLocatable({ country, region, postalCode }: TaxQuestion['destination']): boolean {
  if (country === 'US') return /^\d{5}(-?\d{4})?$/.test(postalCode.trim());
  return country === 'CA' ? region !== '' || postalCode !== '' : country !== '';
}

const NOBODY = { vatId: '', isExempt: false };

async function askOnce(
  { taxService, limits, log }: ServiceContext,
  question: TaxQuestion,
  { budget, day }: Asking,
): Promise<Outcome<HostedTax>> {
  if (!taxService) return fail('tax_unavailable');
  try {
    const known = taxService.recall(question, day);
    if (known) return ok(await known);
    for (const [limit, key] of budget) {
      const retryAfter = await limits.consume(limit, key);
      if (retryAfter) return fail('too_many_requests', { extra: { retryAfter } });
    }
    // An account, or a stranger's network.
    return ok(await taxService.ask(question, day, budget[0]?.[1] ?? ''));
  } catch (error) {
    if (error instanceof TaxServiceBusy) return fail('busy', { extra: { retryAfter: 1 } });
    log.warn({ err: error }, 'the tax service did not answer');
    return fail('tax_unavailable');
  }
}

/** The service does not know the taxes of some place. What it does not know is not nothing. */
const isUnsupported = ({ lines, shipping }: CalculatedTax) =>
  [...lines, ...(shipping ? [shipping] : [])].some(({ taxes }) =>
    taxes.some(({ reason }) => reason === 'not_supported'),
  );

function refuseAddress({ log }: ServiceContext, { isAtShop }: Asking) {
  if (!isAtShop) return fail('invalid', { fields: { addressId: UNKNOWN_ADDRESS } });
  log.warn({}, 'the tax service does not know where the shop is; please complete its state and postal code');
  return fail('tax_unavailable');
}

const UNKNOWN_ADDRESS =
  'We cannot tell which tax applies at this address. Please check its postal code and its state or province.';
