import { formatCount } from '#src/shared/numbers.ts';
import { getCountryInSentence } from '#src/shared/postal-address/country-names.ts';
import type { Destination } from '#src/shared/postal-address/places.ts';
import { MAX_LENGTH, MAX_QUOTE_QUANTITY } from './rules.ts';

/** What is to be shipped, as a quote names it. */
export interface LineToQuote {
  quantity: number;
  itemName: string;
  sku: string;
}

/** The fields of a request that asks what shipping these lines costs. Lines that the message has no room for are counted. */
export function composeShippingQuote(
  lines: readonly LineToQuote[],
  destination: Destination,
): { product: string; quantity: string; message: string } {
  const { country, region, postalCode } = destination;
  const product = `Shipping to ${getCountryInSentence(country)}`;
  const place = [postalCode, region].filter(Boolean).join(', ');
  const head = `What does shipping to ${place ? `${place}, ` : ''}${getCountryInSentence(country)} cost for this?\n`;
  const entries = lines.map(({ quantity, itemName, sku }) => `\n${formatCount(quantity)} × ${itemName} (${sku})`);
  // The buyer has something to add.
  let room = MAX_LENGTH.message / 2 - head.length;
  const fitting = entries.filter((entry) => {
    room -= entry.length;
    return room >= 0;
  });
  const others = entries.length - fitting.length;
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    product,
    quantity: String(Math.min(pieces, MAX_QUOTE_QUANTITY)),
    message: head + fitting.join('') + (others > 0 ? `\nand ${formatCount(others)} more tools` : ''),
  };
}
