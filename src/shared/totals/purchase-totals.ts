import { multiplyRounded, shareExactly } from './share-exactly.ts';

/** The rates of taxes are whole numbers of this fraction: 19 % is 190,000. */
export const RATE_UNIT = 1_000_000;

/** One tax at one rate, such as 'VAT' at 190,000 millionths. */
export interface TaxRate {
  name: string;
  /** In millionths. */
  rate: number;
}

/** Whether the shop's prices are without tax, which is added, or with it. */
export type PricesInclude = 'net' | 'gross';

/** Whether the tax is rounded once for all lines of a rate, or for each line. */
export type TaxRounding = 'document' | 'line';

/** How goods and shipping are taxed. */
export interface TaxTerms {
  pricesInclude: PricesInclude;
  rounding: TaxRounding;
  /** The taxes of each tax class of goods at the destination. A class without an entry is not taxed. */
  classes: Readonly<Record<string, readonly TaxRate[]>>;
  /** The taxes of shipping, or `goods`: it is taxed as the goods are, in proportion to their value. */
  shipping: readonly TaxRate[] | 'goods';
  /**
   * Why no tax is charged although the prices include one, such as reverse charge: the prices lose the taxes of these
   * classes, and no others are added. Null if the buyer owes tax.
   */
  relief: { classes: Readonly<Record<string, readonly TaxRate[]>>; shipping: readonly TaxRate[] | 'goods' } | null;
}

/** What a purchase is made of. Amounts are whole minor units, none of them negative. */
export interface ToTotal {
  lines: readonly { totalMinor: number; taxClass: string }[];
  /** What is taken off the goods, at most what they cost. */
  discountMinor: number;
  /** What shipping costs with everything that belongs to it, as the shop states it: net or gross. */
  shippingMinor: number;
  /** Null if the shop charges no tax. */
  tax: TaxTerms | null;
  /** All amounts are multiples of it: a card pays no thousandths of a dinar. 1 by default. */
  stepMinor?: number;
}

/** A tax of a purchase. */
export interface TaxAmount extends TaxRate {
  /** What is taxed, without the tax. */
  baseMinor: number;
  amountMinor: number;
}

/** What a line, or shipping, really costs the buyer. */
export interface PayablePart {
  /** With its tax and without its share of the discount. */
  payableMinor: number;
  /** The tax within it. */
  taxMinor: number;
  /** That tax by rate. */
  taxes: TaxAmount[];
}

export interface PurchaseTotals {
  /** Quantity × unit price of all lines. */
  goodsMinor: number;
  discountMinor: number;
  shippingMinor: number;
  taxMinor: number;
  /** Tax that the prices include and this buyer does not owe. */
  reliefMinor: number;
  /** What the buyer pays: all parts of `lines` and `shipping`. */
  totalMinor: number;
  /** By rate, highest first. They add up to `taxMinor`. */
  taxes: TaxAmount[];
  lines: PayablePart[];
  shipping: PayablePart;
  /** Shipping by what it is taxed with. They add up to `shipping`. */
  shippingParts: PayablePart[];
}

/** An amount that is taxed by itself: a line, or a part of shipping. */
interface Taxable {
  amountMinor: number;
  taxes: readonly TaxRate[];
}

/**
 * What a purchase costs, to the minor unit. Everything that shows, charges, refunds or verifies an amount uses this.
 * The order of the lines changes no total.
 */
export function calculateTotals({ lines, discountMinor, shippingMinor, tax, stepMinor = 1 }: ToTotal): PurchaseTotals {
  const goodsMinor = sum(lines.map((line) => line.totalMinor));
  const amounts = takeDiscount(lines, discountMinor, stepMinor);
  const { classes, shipping } = tax?.relief ?? tax ?? { classes: {}, shipping: [] };
  const goods = lines.map(({ taxClass }, at) => ({ amountMinor: amounts[at] ?? 0, taxes: classes[taxClass] ?? [] }));
  const parts = [...goods, ...splitShipping(shippingMinor, { taxes: shipping, goods, stepMinor })];
  const isIncluded = tax?.pricesInclude === 'gross';
  const taxed = taxParts(parts, {
    pricesInclude: tax?.pricesInclude ?? 'net',
    rounding: tax?.rounding ?? 'document',
    stepMinor,
  });
  const payable = parts.map(({ amountMinor }, at): PayablePart => {
    const taxes = taxed[at] ?? [];
    const taxMinor = sum(taxes.map((one) => one.amountMinor));
    if (tax?.relief) return { payableMinor: isIncluded ? amountMinor - taxMinor : amountMinor, taxMinor: 0, taxes: [] };
    return { payableMinor: isIncluded ? amountMinor : amountMinor + taxMinor, taxMinor, taxes };
  });
  const total = addParts(payable);
  return {
    goodsMinor,
    discountMinor,
    shippingMinor,
    reliefMinor: tax?.relief && isIncluded ? sum(taxed.flat().map((one) => one.amountMinor)) : 0,
    taxMinor: total.taxMinor,
    totalMinor: total.payableMinor,
    taxes: total.taxes,
    lines: payable.slice(0, goods.length),
    shipping: addParts(payable.slice(goods.length)),
    shippingParts: payable.slice(goods.length),
  };
}

/** Several parts as one, with their taxes by rate, highest first. */
export function addParts(parts: readonly PayablePart[]): PayablePart {
  const taxes = new Map<string, TaxAmount>();
  for (const { name, rate, baseMinor, amountMinor } of parts.flatMap((part) => part.taxes)) {
    const known = taxes.get(nameTax({ name, rate }));
    taxes.set(nameTax({ name, rate }), {
      name,
      rate,
      baseMinor: baseMinor + (known?.baseMinor ?? 0),
      amountMinor: amountMinor + (known?.amountMinor ?? 0),
    });
  }
  return {
    payableMinor: sum(parts.map(({ payableMinor }) => payableMinor)),
    taxMinor: sum(parts.map(({ taxMinor }) => taxMinor)),
    taxes: [...taxes.values()].sort((one, other) => other.rate - one.rate || (one.name < other.name ? -1 : 1)),
  };
}

/** The lines without their shares of the discount. It is shared by tax class first, for the sake of `groupBy`. */
function takeDiscount(lines: ToTotal['lines'], discountMinor: number, stepMinor: number): number[] {
  const amounts = lines.map(({ totalMinor }) => totalMinor);
  const groups = groupBy(lines, ({ taxClass }) => taxClass);
  const ofGroups = shareExactly(
    discountMinor,
    groups.map((group) => sum(group.map(({ one }) => one.totalMinor))),
    stepMinor,
  );
  for (const [index, group] of groups.entries()) {
    const shares = shareExactly(
      ofGroups[index] ?? 0,
      group.map(({ one }) => one.totalMinor),
      stepMinor,
    );
    for (const [place, { one, at }] of group.entries()) amounts[at] = one.totalMinor - (shares[place] ?? 0);
  }
  return amounts;
}

/** Shipping that is taxed as the goods are becomes a part for each combination of their taxes. */
function splitShipping(
  shippingMinor: number,
  { taxes, goods, stepMinor }: { taxes: TaxTerms['shipping']; goods: readonly Taxable[]; stepMinor: number },
): Taxable[] {
  if (shippingMinor === 0) return [];
  if (taxes !== 'goods') return [{ amountMinor: shippingMinor, taxes }];
  const groups = groupBy(goods, nameTaxes);
  const shares = shareExactly(
    shippingMinor,
    groups.map((group) => sum(group.map(({ one }) => one.amountMinor))),
    stepMinor,
  );
  return groups.map((group, at) => ({ amountMinor: shares[at] ?? 0, taxes: group[0]?.one.taxes ?? [] }));
}

const nameTax = ({ name, rate }: TaxRate) => `${rate} ${name}`;
const nameTaxes = ({ taxes }: Taxable) => taxes.map(nameTax).join('\n');

/** Groups in an order that does not depend on that of the values, so that the same purchase always costs the same. */
function groupBy<T>(values: readonly T[], toKey: (value: T) => string): { one: T; at: number }[][] {
  const groups = Map.groupBy(
    values.map((one, at) => ({ one, at })),
    ({ one }) => toKey(one),
  );
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
}

/** The taxes of each part. */
function taxParts(
  parts: readonly Taxable[],
  { pricesInclude, rounding, stepMinor }: Pick<TaxTerms, 'pricesInclude' | 'rounding'> & { stepMinor: number },
): TaxAmount[][] {
  const isIncluded = pricesInclude === 'gross';
  const found = parts.map((): { tax: TaxRate; amountMinor: number }[] => []);
  const share = (tax: TaxRate, amountMinor: number, among: readonly { one: Taxable; at: number }[]) => {
    const weights = among.map(({ one }) => one.amountMinor);
    for (const [place, part] of shareExactly(amountMinor, weights, stepMinor).entries())
      found[among[place]?.at ?? 0]?.push({ tax, amountMinor: part });
  };
  const toDocuments = <T>(group: T[]) => (rounding === 'line' ? group.map((one) => [one]) : [group]);
  if (isIncluded) {
    // The taxes within a price are rounded together, since price and net amount have to fit.
    for (const together of groupBy(parts, nameTaxes).flatMap(toDocuments)) {
      const rates = together[0]?.one.taxes ?? [];
      const grossMinor = sum(together.map(({ one }) => one.amountMinor));
      const all = sum(rates.map(({ rate }) => rate));
      const amounts = shareExactly(
        multiplyRounded(grossMinor, all, RATE_UNIT + all, stepMinor),
        rates.map(({ rate }) => rate),
        stepMinor,
      );
      for (const [at, tax] of rates.entries()) share(tax, amounts[at] ?? 0, together);
    }
  } else {
    // Each tax is rounded by itself, as the law of countries with several wants it.
    const single = parts.flatMap(({ taxes }, at) => taxes.map((tax) => ({ tax, at })));
    for (const together of groupBy(single, ({ tax }) => nameTax(tax)).flatMap(toDocuments)) {
      const among = together.map(({ one: { at } }) => ({ one: parts[at] as Taxable, at }));
      const tax = together[0]?.one.tax as TaxRate;
      share(tax, multiplyRounded(sum(among.map(({ one }) => one.amountMinor)), tax.rate, RATE_UNIT, stepMinor), among);
    }
  }
  return found.map((taxes, at) => {
    const includedMinor = isIncluded ? sum(taxes.map(({ amountMinor }) => amountMinor)) : 0;
    const baseMinor = (parts[at]?.amountMinor ?? 0) - includedMinor;
    return taxes.map(({ tax: { name, rate }, amountMinor }) => ({ name, rate, baseMinor, amountMinor }));
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
