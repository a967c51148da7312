import type { HealthMonitor } from '#src/platform/health-registry.server.ts';
import { type CardProvider, ProviderUnavailable } from './provider.server.ts';

/** The same provider. Every call reports its result to the health monitor. */
export function instrumentProvider(provider: CardProvider, monitor: HealthMonitor): CardProvider {
  const instrument =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      try {
        const result = await call(...args);
        monitor.up();
        return result;
      } catch (error) {
        if (error instanceof ProviderUnavailable) {
          if (error.reason) monitor.down(error.reason);
          else monitor.up();
        }
        throw error;
      }
    };
  return {
    ...provider,
    createIntent: instrument(provider.createIntent),
    retrieveIntent: instrument(provider.retrieveIntent),
    cancelIntent: instrument(provider.cancelIntent),
    refundIntent: instrument(provider.refundIntent),
    createRefund: instrument(provider.createRefund),
    listRefunds: instrument(provider.listRefunds),
    listDisputes: instrument(provider.listDisputes),
  };
}
