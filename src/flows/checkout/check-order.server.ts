import type { ToolToOrder } from '#src/features/catalogue/tool/tools-to-order.server.ts';
import type { NewOrder } from '#src/features/orders/contract.ts';
import { isQuantityInRange } from '#src/features/orders/rules.ts';
import type { NewPurchase } from '#src/features/purchases/contract.ts';
import { decimalToMinor, formatMoney, getShopCurrency, minorToDecimal } from '#src/shared/money.ts';
import { type Failure, fail, type Outcome, ok, PROBLEMS } from '#src/shared/problem.ts';
import { describeQuantity } from '#src/shared/quantity-copy.ts';
import { judgeQuantity, listOffers, priceQuantity } from '#src/shared/quantity-solver.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import type { ChargedPurchase } from '#src/shared/totals/purchase-charges.ts';
import type { PricesInclude } from '#src/shared/totals/purchase-totals.ts';

/** The tool of this order, or why it cannot be placed. */
export function checkOrder(tool: ToolToOrder | null, order: NewOrder): Outcome<ToolToOrder[]> {
  if (!tool || tool.state === 'draft') return fail('invalid', { fields: { toolId: 'There is no such tool.' } });
  if (tool.itemName !== order.itemName)
    return fail('invalid', { fields: { itemName: 'This is not the name of this tool.' } });
  const failure = checkLine(tool, order.quantity);
  if (failure) return failure;
  const totalMinor = getTotalMinor(tool, order.quantity);
  if (totalMinor > getShopCurrency().maxMinor)
    return refuseTooLarge({ quantity: 'Please split it into several orders.' });
  if (String(order.price).trim() === '' || Number.isNaN(Number(order.price))) {
    return fail('invalid', {
      fields: { price: `Please send the total as a decimal number, such as ${minorToDecimal(18_900)}.` },
    });
  }
  if (decimalToMinor(order.price) !== totalMinor) {
    return fail('price_changed', {
      extra: { price: minorToDecimal(totalMinor) },
      fields: { price: `The total is ${minorToDecimal(totalMinor)}.` },
    });
  }
  return ok([tool]);
}

const refuseTooLarge = (fields: Record<string, string>) =>
  fail('order_too_large', {
    detail: `One card payment can be at most ${formatMoney(getShopCurrency().maxMinor)}. Please split it into several orders.`,
    fields,
  });

const getTotalMinor = (tool: ToolToOrder, quantity: number) => priceQuantity(tool, quantity).totalMinor;

/** The tools of this purchase, one for each line, or why it cannot be placed. */
export function checkLines(
  found: readonly (ToolToOrder | null)[],
  { lines }: Pick<NewPurchase, 'lines'>,
): Outcome<ToolToOrder[]> {
  const unknown = found.findIndex((tool) => !tool || tool.state === 'draft');
  if (unknown >= 0) return fail('invalid', { fields: { [`lines.${unknown}.toolId`]: 'There is no such tool.' } });
  const tools = found.filter((tool) => tool !== null);
  const failures = tools.flatMap((tool, at) => {
    const failure = checkLine(tool, lines[at]?.quantity ?? 0);
    return failure ? [{ at, tool, failure }] : [];
  });
  const [first] = failures;
  if (first) {
    const { code, extra } = first.failure;
    const fields = failures.map(({ at, failure }) => [`lines.${at}.quantity`, failure.detail ?? toSentence(failure)]);
    return fail(code, {
      detail: failures
        .map(({ tool, failure }) => `${tool.itemName}: ${failure.detail ?? toSentence(failure)}`)
        .join(' '),
      fields: Object.fromEntries(fields),
      extra: {
        ...extra,
        lines: failures.map(({ at, failure }) => ({ line: at, code: failure.code, ...failure.extra })),
      },
    });
  }
  return ok(tools);
}

/**
 * Refuses a total that its buyer cannot have seen, before a tax service is paid for the right one: with net prices, an
 * order costs at least what its goods do.
 */
export function checkSeenTotal(
  lines: readonly { tool: ToolToOrder; quantity: number }[],
  seen: NewPurchase['total'],
  pricesInclude: PricesInclude,
): Failure | null {
  if (seen === undefined || pricesInclude === 'gross') return null;
  const goodsMinor = lines.reduce((sum, { tool, quantity }) => sum + getTotalMinor(tool, quantity), 0);
  if ((decimalToMinor(seen) ?? goodsMinor) >= goodsMinor) return null;
  return fail('price_changed', { fields: { total: `The goods alone cost ${minorToDecimal(goodsMinor)}.` } });
}

/** Whether a purchase of this total can be paid, and whether its buyer has seen that total. */
export function checkTotal(charged: ChargedPurchase, seen: NewPurchase['total']): Outcome<ChargedPurchase> {
  const { totalMinor } = charged.totals;
  if (totalMinor > getShopCurrency().maxMinor) return refuseTooLarge({ lines: 'Please split it into several orders.' });
  if (totalMinor < getShopCurrency().minMinor)
    return fail('order_too_small', { fields: { lines: 'Please order more pieces.' } });
  if (seen !== undefined && decimalToMinor(seen) !== totalMinor) {
    return fail('price_changed', {
      extra: { total: minorToDecimal(totalMinor) },
      fields: { total: `The total is ${minorToDecimal(totalMinor)}.` },
    });
  }
  return ok(charged);
}

function checkLine(tool: ToolToOrder, quantity: number): Failure | null {
  if (tool.state !== 'on_sale') return fail('not_for_sale');
  const { problem, totalMinor } = judgeQuantity(tool, quantity);
  return problem && refuseQuantity(tool, quantity, totalMinor);
}

const toSentence = ({ code }: Failure) => PROBLEMS[code][1];

/**
 * The refusal of a quantity that can't be ordered, in the specification's codes and words. It looks at the bounds again,
 * because these are the minimum order and the stock, without what a card can pay, which `judgeQuantity` includes.
 */
function refuseQuantity(tool: ToolToOrder, quantity: number, totalMinor: number): Failure | null {
  const { packMultiple, maxOrderQuantity, available } = tool;
  const min = getSmallestOrder(tool);
  const max = Math.min(available, maxOrderQuantity ?? available);
  const inRange = isQuantityInRange(quantity, { min, max });
  if (inRange && quantity % packMultiple === 0) {
    // In that case, the total of all lines is too large and is refused as such.
    if (totalMinor > getShopCurrency().maxMinor) return null;
    // Each line may become the only one, or be paid alone.
    return fail('order_too_small', {
      detail: `One card payment must be at least ${formatMoney(getShopCurrency().minMinor)}. Please order more pieces.`,
      fields: { quantity: 'Please order more pieces.' },
    });
  }
  const offers = listOffers(tool, quantity).map((offer) => offer.quantity);
  const extra = { min, max, offers };
  if (inRange) {
    const sentence = describeQuantity(tool, quantity);
    return fail('quantity_out_of_range', { detail: sentence, fields: { quantity: sentence }, extra });
  }
  const sentence = available < min ? 'This tool is out of stock.' : `Please Order Between ${min} && ${max}`;
  const isTooMany = maxOrderQuantity !== null && quantity > maxOrderQuantity;
  const code = quantity >= min && !isTooMany ? 'out_of_stock' : 'quantity_out_of_range';
  return fail(code, { detail: sentence, fields: { quantity: sentence }, extra });
}
