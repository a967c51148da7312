import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * How many requests may be in progress, in total and for one client. Requests with and without a body count separately.
 */
export interface AdmissionLimits {
  /** Requests that have arrived completely and whose response is not yet drained. */
  inFlight: number;
  inFlightPerClient: number;
  /** Requests whose body is still arriving, which costs little. */
  receiving: number;
  receivingPerClient: number;
}

type Place = 'receiving' | 'writing' | 'reading';
type Counts = Record<Place, number>;

export interface AdmissionControl {
  /** Takes a place until the response is closed, or returns false if there is none. */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether more than half of the places are taken, in total or by the client of this connection. */
  isShort(socket: Socket): boolean;
}

/** Limits the requests in progress, so that excess is rejected at once and no client can take everybody's places. */
export function createAdmissionControl(
  limits: AdmissionLimits,
  getClient: (request: IncomingMessage) => string,
): AdmissionControl {
  const all: Counts = { receiving: 0, writing: 0, reading: 0 };
  const clients = new Map<string, Counts>();
  /** The client that sent the last admitted request of a connection. */
  const lastClients = new WeakMap<Socket, string>();

  function change(client: string, place: Place, by: 1 | -1): void {
    const own = clients.get(client) ?? { receiving: 0, writing: 0, reading: 0 };
    all[place] += by;
    own[place] += by;
    if (own.receiving + own.writing + own.reading > 0) clients.set(client, own);
    else clients.delete(client);
  }

  function isTaken(place: Place, own: Counts | undefined, share = 1): boolean {
    const [most, mostPerClient] =
      place === 'receiving'
        ? [limits.receiving, limits.receivingPerClient]
        : [limits.inFlight, limits.inFlightPerClient];
    return all[place] >= most * share || (own?.[place] ?? 0) >= mostPerClient * share;
  }

  return {
    admit(request, response) {
      const client = getClient(request);
      // Nobody reads the body of a GET, so it would never finish arriving.
      const isWrite = hasBody(request) && request.method !== 'GET' && request.method !== 'HEAD';
      const needed: Place[] = isWrite ? ['receiving', 'writing'] : ['reading'];
      const own = clients.get(client);
      if (needed.some((place) => isTaken(place, own))) return false;
      let place: Place | null = needed[0] ?? 'reading';
      change(client, place, 1);
      lastClients.set(request.socket, client);
      response.once('close', () => {
        if (place) change(client, place, -1);
        place = null;
      });
      if (isWrite) {
        request.once('end', () => {
          if (!place) return;
          change(client, 'receiving', -1);
          change(client, 'writing', 1);
          place = 'writing';
        });
      }
      return true;
    },
    isShort(socket) {
      const own = clients.get(lastClients.get(socket) ?? '');
      return isTaken('reading', own, 0.5) || isTaken('writing', own, 0.5);
    },
  };
}

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}
