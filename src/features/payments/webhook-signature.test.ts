import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { mayBeSigned } from './webhook-signature.ts';

const NOW = 1_800_000_000_000;
const SIGNATURE = 'ab'.repeat(32);
const at = (seconds: number) => `t=${NOW / 1000 + seconds},v1=${SIGNATURE}`;

test.each([
  ['of now', at(0)],
  ['of almost five minutes ago', at(-300)],
  ['of a provider whose clock is ahead', at(1_000)],
  ['with another scheme and two signatures', `v0=x,v1=${SIGNATURE},${at(-1)}`],
  [
    'of the provider’s own library',
    Stripe.webhooks.generateTestHeaderString({ payload: '{}', secret: 's', timestamp: NOW / 1000 }),
  ],
])('a signature %s may be valid', (_what, header) => {
  expect(mayBeSigned(header, NOW)).toBe(true);
});

test.each<[string, string | undefined]>([
  ['that is missing', undefined],
  ['without a word', ''],
  ['without a time', `v1=${SIGNATURE}`],
  ['without a signature', `t=${NOW / 1000}`],
  ['of more than five minutes ago', at(-301)],
  ['with a short signature', `t=${NOW / 1000},v1=abc`],
  ['with another alphabet', `t=${NOW / 1000},v1=${'z'.repeat(64)}`],
  ['with a word for a time', `t=now,v1=${SIGNATURE}`],
  ['of endless length', `${at(0)},${'v1=x,'.repeat(1_000)}`],
])('a signature %s cannot be valid', (_what, header) => {
  expect(mayBeSigned(header, NOW)).toBe(false);
});
