import type { PortMonitor } from '#src/platform/port-health.server.ts';
import { type CardProvider, ProviderUnavailable } from './provider.server.ts';

/** The same provider, whose every real use is told to the board of ports. */
export function watchProvider(provider: CardProvider, monitor: PortMonitor): CardProvider {
  const watched =
    <A extends unknown[], T>(call: (...given: A) => Promise<T>) =>
    async (...given: A): Promise<T> => {
      try {
        const answer = await call(...given);
        monitor.up();
        return answer;
      } catch (error) {
        if (error instanceof ProviderUnavailable) {
          if (error.trouble) monitor.down(error.trouble);
          else monitor.up();
        }
        throw error;
      }
    };
  return {
    ...provider,
    createIntent: watched(provider.createIntent),
    retrieveIntent: watched(provider.retrieveIntent),
    cancelIntent: watched(provider.cancelIntent),
    refundIntent: watched(provider.refundIntent),
    listRefunds: watched(provider.listRefunds),
    listDisputes: watched(provider.listDisputes),
  };
}
