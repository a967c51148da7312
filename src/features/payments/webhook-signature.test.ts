import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { mayBeSigned } from './webhook-signature.ts';

const NOW = 1_800_000_000_000;
const SIGNATURE = 'ab'.repeat(32);
const at = (seconds: number) => `t=${NOW / 1000 + seconds},v1=${SIGNATURE}`;

test.each([
  ['from now', at(0)],
  ['from almost five minutes ago', at(-300)],
  ['from a provider whose clock is ahead', at(1_000)],
  ['with another scheme and two signatures', `v0=x,v1=${SIGNATURE},${at(-1)}`],
  [
    'from the provider’s own library',
    Stripe.webhooks.generateTestHeaderString({ payload: '{}', secret: 's', timestamp: NOW / 1000 }),
  ],
])('a signature %s may be valid', (_what, header) => {
  expect(mayBeSigned(header, NOW)).toBe(true);
});

test.each<[string, string | undefined]>([
  ['that is missing', undefined],
  ['without text', ''],
  ['without a time', `v1=${SIGNATURE}`],
  ['without a signature', `t=${NOW / 1000}`],
  ['from more than five minutes ago', at(-301)],
  ['with a short signature', `t=${NOW / 1000},v1=abc`],
  ['with another alphabet', `t=${NOW / 1000},v1=${'z'.repeat(64)}`],
  ['with a word as its time', `t=now,v1=${SIGNATURE}`],
  ['of endless length', `${at(0)},${'v1=x,'.repeat(1_000)}`],
])('a signature %s cannot be valid', (_what, header) => {
  expect(mayBeSigned(header, NOW)).toBe(false);
});
