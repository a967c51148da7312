import { setTimeout as pause } from 'node:timers/promises';
import { type FakeServer, sendJson, startFakeServer } from './fake-server.ts';

export interface FakeVies {
  url: string;
  /** The bodies of all requests, oldest first. */
  asked: Record<string, string>[];
  /** The numbers that are registered, with their prefix. */
  registered: Set<string>;
  /** Sent instead of an answer: a code of the protocol, `silence`, or text that is no answer. Null: it answers. */
  fault: string | null;
  /** How long it takes, in ms. */
  delayMs: number;
  close: FakeServer['close'];
}

/** Starts a local server that speaks the REST protocol of VIES. */
export async function startFakeVies(): Promise<FakeVies> {
  const server = await startFakeServer(async ({ method, url, body }, response) => {
    const sent = JSON.parse(body.toString()) as Record<string, string>;
    fake.asked.push(sent);
    if (method !== 'POST' || url !== '/check-vat-number') return sendJson(response, 404, {});
    if (fake.delayMs > 0) await pause(fake.delayMs);
    if (fake.fault === 'silence') return;
    if (
      fake.fault &&
      /^[A-Z_]+$/.test(fake.fault) &&
      !(fake.fault === 'INVALID_REQUESTER_INFO' && !sent.requesterNumber)
    )
      return sendJson(response, 200, { actionSucceed: false, errorWrappers: [{ error: fake.fault }] });
    if (fake.fault && !/^[A-Z_]+$/.test(fake.fault)) return void response.writeHead(502).end(fake.fault);
    const { countryCode = '', vatNumber = '' } = sent;
    const valid = fake.registered.has(countryCode + vatNumber);
    sendJson(response, 200, {
      countryCode,
      vatNumber,
      requestDate: new Date().toISOString(),
      valid,
      requestIdentifier: sent.requesterNumber ? `WAPI${fake.asked.length}` : '',
      name: valid ? 'ATELIERS DUPONT' : '---',
      address: valid ? '1 RUE DE LA FORGE\n75011 PARIS' : '---',
    });
  });
  const fake: FakeVies = {
    url: `${server.origin}/check-vat-number`,
    asked: [],
    registered: new Set(),
    fault: null,
    delayMs: 0,
    close: server.close,
  };
  return fake;
}
