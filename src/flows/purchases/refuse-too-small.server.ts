import type { LineRow, PurchaseRow } from '#src/features/purchases/queries.server.ts';
import { toOrderValueTerms } from '#src/features/shop-settings/shipping-settings.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { formatMoney, minorToDecimal } from '#src/shared/money.ts';
import { type Failure, fail } from '#src/shared/problem.ts';

/** The unpaid lines of a purchase, and those that would be left, or be paid apart from them. */
interface Parting {
  purchase: Pick<PurchaseRow, 'charges'>;
  lines: readonly Pick<LineRow, 'totalMinor'>[];
  parts: readonly (readonly Pick<LineRow, 'totalMinor'>[])[];
}

/**
 * Why a buyer cannot divide an unpaid purchase like this: a part would be worth less than what the shop accepts, or
 * than what the chosen way of shipping is for. Otherwise, goods that are deleted afterward would buy what small orders
 * do not get. A purchase that is worth less already, since the minimum was raised, can be divided. Null if it can.
 */
export function refuseTooSmall(
  { shopSettings }: Pick<AppContext, 'shopSettings'>,
  { purchase, lines, parts }: Parting,
): Failure | null {
  const wholeMinor = sumGoods(lines);
  const leastMinor = Math.min(...parts.map(sumGoods));
  const { minimumMinor } = toOrderValueTerms(shopSettings.get().settings);
  const refuse = (what: string, minor: number) =>
    fail('order_too_small', {
      detail: `The rest of this order would be worth ${formatMoney(leastMinor)}, and ${what} at least ${formatMoney(minor)}. Please keep the order as a whole, or cancel all of it and order again.`,
      extra: { minimum: minorToDecimal(minor) },
    });
  if (minimumMinor !== null && leastMinor < minimumMinor && wholeMinor >= minimumMinor)
    return refuse('orders have to be worth', minimumMinor);
  const shipping = purchase.charges?.shipping;
  const fromMinor = shipping?.byValue?.[0]?.fromMinor ?? 0;
  return shipping && leastMinor < fromMinor ? refuse(`“${shipping.name}” is for goods worth`, fromMinor) : null;
}

const sumGoods = (lines: Parting['lines']) => lines.reduce((sum, { totalMinor }) => sum + totalMinor, 0);
