import Stripe from 'stripe';
import { connectStripe } from '#src/app/stripe.server.ts';
import type { CardProvider } from '#src/features/payments/provider.server.ts';
import { type ProviderProxy, startProviderProxy } from './provider-proxy.ts';
import { createTestShop, type TestShop } from './shop.ts';

export const PUBLISHABLE = 'pk_test_hosted';

/** Creates a shop as with PAYMENTS=stripe, with a proxy in place of Stripe's host. */
export async function createStripeShop(): Promise<{ shop: TestShop; proxy: ProviderProxy }> {
  const proxy = await startProviderProxy();
  const shop = await createTestShop({
    settings: {
      payments: { kind: 'stripe', secretKey: '', publishableKey: PUBLISHABLE, webhookSecret: '' },
    },
    cards({ secretApi: { secretKey, host }, webhookSecret }) {
      proxy.target = host;
      const keys = { secretKey, publishableKey: PUBLISHABLE, webhookSecret };
      const slowClient = connectStripe(keys, { host: proxy.host, timeoutMs: 30_000 });
      const fastClient = connectStripe(keys, { host: proxy.host, timeoutMs: 1_000 });
      return {
        ...slowClient,
        provider: withFastClientWhile(() => Boolean(proxy.misbehavior && !proxy.misbehavior.holdUntil)),
      };

      /** Uses the short timeout only while the proxy misbehaves: a correct response may be slow on a busy machine. */
      function withFastClientWhile(misbehaves: () => boolean): CardProvider {
        return new Proxy(slowClient.provider, {
          get:
            (_target, name: keyof CardProvider) =>
            (...given: never[]) =>
              ((misbehaves() ? fastClient : slowClient).provider[name] as (...args: never[]) => unknown)(...given),
          ownKeys: (target) => Reflect.ownKeys(target),
        });
      }
    },
  });
  return { shop, proxy };
}

/** The provider's dashboard and its other clients, which act without the shop. */
export function openDashboard({ cards: { secretApi } }: TestShop): Stripe {
  return new Stripe(secretApi.secretKey, { ...secretApi.host, telemetry: false });
}
