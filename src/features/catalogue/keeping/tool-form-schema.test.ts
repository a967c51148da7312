import { expect, test } from 'vitest';
import { newToolFormSchema } from './tool-form-schema.ts';

test('a decimal comma is read in the price and in volume prices', () => {
  const { balance, volumePrices } = newToolFormSchema.shape;
  expect(balance.parse('7,90')).toBe('7.90');
  expect(balance.parse('1.234,50')).toBe('1234.50');
  expect(balance.safeParse('1,234').success).toBe(false);
  expect(volumePrices.parse([{ quantity: '20', unitPrice: '6,50' }])).toMatchObject([
    { quantity: 20, unitPrice: '6.50' },
  ]);
});
