import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * How many requests are under way, in all and of one client. Receiving: the body is still arriving, which costs little.
 * In flight: everything after that, until the response was drained.
 */
export interface AdmissionLimits {
  inFlight: number;
  inFlightPerClient: number;
  receiving: number;
  receivingPerClient: number;
}

type Place = 'receiving' | 'inFlight';
type Counts = Record<Place, number>;

export interface AdmissionControl {
  /** Takes a place until the response is closed, or returns false where there is none. */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
  /** Whether more than half of the places are taken, in all or by one client. */
  isShort(): boolean;
}

/** Limits what is under way, so that excess is rejected at once and one client cannot take everybody's places. */
export function createAdmissionControl(
  limits: AdmissionLimits,
  getClient: (request: IncomingMessage) => string,
): AdmissionControl {
  const all: Counts = { receiving: 0, inFlight: 0 };
  const clients = new Map<string, Counts>();
  /** Clients that have more than half of the places of one. */
  const heavy = new Set<string>();

  function change(client: string, place: Place, by: 1 | -1): void {
    const own = clients.get(client) ?? { receiving: 0, inFlight: 0 };
    all[place] += by;
    own[place] += by;
    if (own.receiving + own.inFlight > 0) clients.set(client, own);
    else clients.delete(client);
    if (own.inFlight > limits.inFlightPerClient / 2) heavy.add(client);
    else heavy.delete(client);
  }

  return {
    admit(request, response) {
      const client = getClient(request);
      const own = clients.get(client);
      let place: Place = hasBody(request) ? 'receiving' : 'inFlight';
      // A body may wait while it arrives; a request without one needs its place now.
      if (all[place] >= limits[place] || (own?.[place] ?? 0) >= limits[`${place}PerClient`]) return false;
      change(client, place, 1);
      if (place === 'receiving') {
        request.once('end', () => {
          if (response.closed) return;
          change(client, 'receiving', -1);
          change(client, 'inFlight', 1);
          place = 'inFlight';
        });
      }
      response.once('close', () => change(client, place, -1));
      return true;
    },
    isShort: () => all.inFlight > limits.inFlight / 2 || heavy.size > 0,
  };
}

/** Whether a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
}
