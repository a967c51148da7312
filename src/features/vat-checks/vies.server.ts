import * as z from 'zod';
import { readBoundedBody } from '#src/platform/read-bounded-body.server.ts';
import { clipText } from '#src/shared/clip-text.ts';
import { type RegisterAnswer, RegisterAway, type VatRegister } from './vat-register.ts';

/** Member states answer slowly. Nobody waits that long, but a late answer is stored for the next time. */
const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 64 * 1024;

const answerSchema = z.object({
  valid: z.boolean(),
  name: z.string().nullish(),
  address: z.string().nullish(),
  requestIdentifier: z.string().nullish(),
});
/** Errors come with any status, also with 200. */
const errorSchema = z.object({
  actionSucceed: z.literal(false),
  errorWrappers: z.array(z.object({ error: z.string().max(60) })).min(1),
});

/** VIES of the European Commission, by its REST protocol. The prefixes of VAT IDs are its codes: EL, XI. */
export function createVies(url: string, timeoutMs = TIMEOUT_MS): VatRegister {
  async function send(vatId: string, requester: string | null): Promise<RegisterAnswer | string> {
    const signal = AbortSignal.timeout(timeoutMs);
    const body = JSON.stringify({
      countryCode: vatId.slice(0, 2),
      vatNumber: vatId.slice(2),
      ...(requester
        ? { requesterMemberStateCode: requester.slice(0, 2), requesterNumber: requester.slice(2) }
        : undefined),
    });
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    try {
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
      return read(response.status, (await readBoundedBody(response, MAX_RESPONSE_BYTES))?.toString() ?? '');
    } catch (error) {
      if (error instanceof RegisterAway) throw error;
      throw new RegisterAway(signal.aborted ? 'VIES did not respond in time.' : 'VIES cannot be reached.');
    }
  }

  return {
    async ask(vatId, requester) {
      let answer = await send(vatId, requester);
      // The shop's own number is wrong or not registered. That is no reason to doubt the buyer's.
      if (answer === 'INVALID_REQUESTER_INFO' && requester) answer = await send(vatId, null);
      if (answer === 'INVALID_INPUT') return { isValid: false, name: '', address: '', consultationNumber: '' };
      if (typeof answer === 'string') throw new RegisterAway(`VIES answered with ${answer}.`);
      return answer;
    },
  };
}

/** The answer, or the code of an error. */
function read(status: number, text: string): RegisterAnswer | string {
  const json = parse(text);
  const failed = errorSchema.safeParse(json);
  const [wrapper] = failed.data?.errorWrappers ?? [];
  // Only codes are shown to people.
  if (wrapper) return /^[A-Z_]+$/.test(wrapper.error) ? wrapper.error : 'an unknown error';
  const answered = answerSchema.safeParse(json);
  if (status !== 200 || !answered.success)
    throw new RegisterAway(`VIES sent a response without an answer (${status}).`);
  const { valid, name, address, requestIdentifier } = answered.data;
  return {
    isValid: valid,
    name: clean(name, 300),
    address: clean(address, 500),
    consultationNumber: clean(requestIdentifier, 60),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Hyphens stand for what a member state does not tell. PostgreSQL stores no null character. */
function clean(text: string | null | undefined, length: number): string {
  const told = (text ?? '').replaceAll('\0', '').trim();
  return /^-*$/.test(told) ? '' : clipText(told, length);
}
