import type { CDPSession } from '@playwright/test';
import type { Paints } from './paints.ts';

export interface TrafficSummary {
  /** By kind of resource: `Document`, `Script`, `Font`, `Image`, … */
  bytes: Record<string, number>;
  /** Bytes of scripts that arrived before the largest paint. */
  scriptBeforeLcp: number;
  fontBeforeFcp: number;
  requests: number;
}

export interface Traffic {
  /** The time of the last activity, in ms since 1970. */
  lastActivity(): number;
  summarize(paints: Paints): TrafficSummary;
}

interface Chunk {
  requestId: string;
  /** In seconds of the browser's monotonic clock. */
  timestamp: number;
  length: number;
}

/** Counts bytes and requests over the wire. The session must have `Network` enabled. */
export function recordTraffic(session: CDPSession): Traffic {
  const types = new Map<string, string>();
  const chunks: Chunk[] = [];
  const totals = new Map<string, number>();
  let navigated = Number.NaN;
  let last = Date.now();
  session.on('Network.requestWillBeSent', ({ requestId, type, timestamp, request }) => {
    last = Date.now();
    if (request.url.startsWith('data:')) return;
    types.set(requestId, type ?? 'Other');
    if (Number.isNaN(navigated)) navigated = timestamp;
  });
  // The type of a preloaded resource is only known here.
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength }) => {
    last = Date.now();
    chunks.push({ requestId, timestamp, length: encodedDataLength });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    last = Date.now();
    totals.set(requestId, encodedDataLength);
  });
  const sumBefore = (type: string, ms: number) =>
    chunks
      .filter(({ requestId, timestamp }) => types.get(requestId) === type && (timestamp - navigated) * 1000 < ms)
      .reduce((sum, { length }) => sum + length, 0);
  return {
    lastActivity: () => last,
    summarize({ lcp, fcp }) {
      const bytes: Record<string, number> = {};
      for (const [requestId, type] of types) bytes[type] = (bytes[type] ?? 0) + (totals.get(requestId) ?? 0);
      return {
        bytes,
        requests: types.size,
        scriptBeforeLcp: sumBefore('Script', lcp),
        fontBeforeFcp: sumBefore('Font', fcp),
      };
    },
  };
}
