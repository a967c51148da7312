import type { HealthMonitor } from '#src/platform/health-registry.server.ts';
import { type CardProvider, ProviderUnavailable } from './provider.server.ts';

/** The same provider, whose every real use is told to the board of ports. */
export function instrumentProvider(provider: CardProvider, monitor: HealthMonitor): CardProvider {
  const instrument =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      try {
        const answer = await call(...args);
        monitor.up();
        return answer;
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
    listRefunds: instrument(provider.listRefunds),
    listDisputes: instrument(provider.listDisputes),
  };
}
