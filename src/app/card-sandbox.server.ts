import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import type { CardForm } from '#src/api/payments.server.ts';
import { createSandboxServerApi } from '#src/card-sandbox/api.server.ts';
import { createSandboxBrowserApi } from '#src/card-sandbox/browser-api.server.ts';
import type { SandboxFaults } from '#src/card-sandbox/faults.server.ts';
import { createWebhookDispatcher } from '#src/card-sandbox/webhook-dispatcher.server.ts';
import {
  type CardProvider,
  type CardProviderOptions,
  createCardProvider,
} from '#src/features/payments/provider.server.ts';
import { createTaxCalculator, type TaxCalculator } from '#src/features/payments/tax-calculator.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { deriveKey } from '#src/platform/secret/secret.server.ts';
import type { WorkerMetrics } from '#src/platform/worker/worker-metrics.server.ts';

/** The card provider, the sandbox or Stripe, with what the shop needs from it. */
export interface CardPayments {
  provider: CardProvider;
  taxCalculator: TaxCalculator;
  cardForm: CardForm;
  /** The API for browsers at the shop's public address. Absent if the provider has its own. */
  browserApi: Hono | undefined;
  /** Starts delivering webhooks, if that is this process's job. */
  start(): void;
  stop(): Promise<void>;
}

export interface RunningCardSandbox extends CardPayments {
  webhookSecret: string;
  /** Its secret-key API, through which others than the shop can refund and dispute. */
  secretApi: Required<Pick<CardProviderOptions, 'secretKey' | 'host'>>;
}

/**
 * The card sandbox, with its secret-key API on a separate loopback port, which only this machine can reach. All keys
 * are derived from the shop's secret, so all processes of a shop have the same.
 */
export async function startCardSandbox(options: {
  db: Db;
  secret: string;
  webhookUrl: string;
  log: Log;
  faults?: SandboxFaults;
  metrics?: WorkerMetrics;
}): Promise<RunningCardSandbox> {
  const { db, secret, webhookUrl, log, faults, metrics } = options;
  const secretKey = `sk_test_${deriveKey(secret, 'card-sandbox secret key').slice(0, 48)}`;
  const publishableKey = `pk_test_${deriveKey(secret, 'card-sandbox publishable key').slice(0, 48)}`;
  const webhookSecret = `whsec_${deriveKey(secret, 'card-sandbox webhook secret').slice(0, 48)}`;
  const sandboxLog = log.child({ component: 'card-sandbox' });
  const shared = { db, log: sandboxLog, ...(faults ? { faults } : {}) };
  const dispatcher = createWebhookDispatcher({ ...shared, url: webhookUrl, secret: webhookSecret, metrics });
  const onChange = () => dispatcher.notify();
  const serverApi = createSandboxServerApi({ ...shared, secretKey, onChange });
  const browserApi = createSandboxBrowserApi({ ...shared, publishableKey, onChange });
  const server = createServer(getRequestListener(serverApi.fetch));
  const host = { host: '127.0.0.1', port: await listenOnLoopback(server), protocol: 'http' as const };
  return {
    provider: createCardProvider({ secretKey, webhookSecret, host }),
    taxCalculator: createTaxCalculator({ secretKey, host }),
    cardForm: { publishableKey, scriptUrl: '/card-sandbox/stripe.js' },
    browserApi: browserApi as unknown as Hono,
    webhookSecret,
    secretApi: { secretKey, host },
    start: () => dispatcher.start(),
    async stop() {
      await dispatcher.stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function listenOnLoopback(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
