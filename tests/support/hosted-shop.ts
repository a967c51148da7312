import { browserSettingsOf } from '#src/app/browser-settings.server.ts';
import { connectStripe } from '#src/app/stripe.server.ts';
import type { CardProvider } from '#src/features/payments/provider.server.ts';
import { readEnv } from '#src/platform/env.server.ts';
import { type CardPeer, openCardPeer } from './card-peer.ts';
import { createTestShop, type TestShop } from './shop.ts';

export const PUBLISHABLE = 'pk_test_hosted';

/** The shop as PAYMENTS=stripe puts it together, only that another host stands where Stripe's would. */
export async function createHostedShop(): Promise<{ shop: TestShop; peer: CardPeer }> {
  const env = readEnv({
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: PUBLISHABLE,
    STRIPE_WEBHOOK_SECRET: 'whsec_12345678',
  });
  if (!env.ok) throw new Error(env.faults.join('\n'));
  const peer = await openCardPeer();
  const shop = await createTestShop({
    settings: {
      payments: { kind: 'stripe', secretKey: '', publishableKey: PUBLISHABLE, webhookSecret: '' },
      browser: browserSettingsOf(env.env),
    },
    cards({ secretApi: { secretKey, host }, webhookSecret }) {
      peer.target = host;
      const keys = { secretKey, publishableKey: PUBLISHABLE, webhookSecret };
      const patient = connectStripe(keys, { host: peer.host, timeoutMs: 30_000 });
      const hurried = connectStripe(keys, { host: peer.host, timeoutMs: 1_000 });
      return { ...patient, provider: hurriedWhile(() => Boolean(peer.misdeed && !peer.misdeed.heldUntil)) };

      /** The short limit is for a peer that misbehaves alone: one that works may be slow on a busy machine. */
      function hurriedWhile(misbehaves: () => boolean): CardProvider {
        return new Proxy(patient.provider, {
          get:
            (_target, name: keyof CardProvider) =>
            (...given: never[]) =>
              ((misbehaves() ? hurried : patient).provider[name] as (...args: never[]) => unknown)(...given),
          ownKeys: (target) => Reflect.ownKeys(target),
        });
      }
    },
  });
  return { shop, peer };
}
