import { expect, test } from 'vitest';
import { MAX_LENGTH } from './rules.ts';
import { composeShippingQuote } from './shipping-quote.ts';

const line = (at: number) => ({ quantity: 1_200, itemName: `Bench vise no. ${at}`.padEnd(80, '.'), sku: `BV-${at}` });

test('a request names the lines and where they go', () => {
  const lines = [
    { quantity: 1_200, itemName: 'Bench vise', sku: 'BV-1' },
    { quantity: 5, itemName: 'Anvil', sku: 'AN-2' },
  ];
  expect(composeShippingQuote(lines, { country: 'US', region: 'HI', postalCode: '96813' })).toEqual({
    product: 'Shipping to the United States',
    quantity: '1205',
    message:
      'What does shipping to 96813, HI, the United States cost for this?\n\n1,200 × Bench vise (BV-1)\n5 × Anvil (AN-2)',
  });
});

test('of a hundred lines, it names as many as fit, and leaves room for what the buyer adds', () => {
  const lines = Array.from({ length: 100 }, (_, at) => line(at));
  const { message } = composeShippingQuote(lines, { country: 'DE', region: '', postalCode: '' });
  expect(message.length).toBeLessThan(MAX_LENGTH.message / 2 + 50);
  const named = message.match(/×/g)?.length ?? 0;
  expect(named).toBeGreaterThan(10);
  expect(message).toContain(`and ${100 - named} more tools`);
});
