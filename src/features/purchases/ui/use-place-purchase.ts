import { useRef, useState } from 'react';
import type * as z from 'zod';
import { type ApiProblem, callApi, isOutcomeUnknown } from '#src/shared/api-client.ts';
import { discardDraft, readDraft, writeDraft } from '#src/shared/draft.ts';
import { makeIdempotencyKey } from '#src/shared/post-once.ts';
import type { newPurchaseSchema, placedPurchaseSchema } from '../contract.ts';

export type PurchaseRequest = z.input<typeof newPurchaseSchema>;
type PlacedPurchase = z.infer<typeof placedPurchaseSchema>;

/** An order that was sent: its key, and its body as sent. */
interface Attempt {
  key: string;
  body: string;
}

/** The outcome of an attempt. `sent` is what was requested, which a reloaded page has forgotten. */
export type PlaceOutcome =
  | { ok: true; placed: PlacedPurchase; sent: PurchaseRequest }
  | { ok: false; problem: ApiProblem; isUnknown: boolean };

/**
 * Places a purchase once, however often it is sent: a double click, a lost response and a reload all repeat one attempt
 * with its key. The attempt is stored as the user's draft before it is sent, and deleted once its outcome is known.
 */
export function usePlacePurchase(email: string) {
  const name = `purchaseAttempt:${email}`;
  const [stored] = useState(() => readAttempt(name));
  const attempt = useRef(stored);
  const sending = useRef<Promise<PlaceOutcome> | null>(null);

  const send = async ({ key, body }: Attempt): Promise<PlaceOutcome> => {
    const sent = JSON.parse(body) as PurchaseRequest;
    const headers = { 'idempotency-key': key };
    const response = await callApi<PlacedPurchase>('/purchases', { method: 'POST', body: sent, headers });
    if (!response.ok && isOutcomeUnknown(response.problem))
      return { ok: false, problem: response.problem, isUnknown: true };
    attempt.current = null;
    discardDraft(name);
    return response.ok
      ? { ok: true, placed: response.value, sent }
      : { ok: false, problem: response.problem, isUnknown: false };
  };

  const sendOnce = (next: Attempt): Promise<PlaceOutcome> => {
    attempt.current = next;
    writeDraft(name, { ...next });
    sending.current ??= send(next).finally(() => {
      sending.current = null;
    });
    return sending.current;
  };

  return {
    /** What an earlier page sent without learning the outcome, or null. */
    unanswered: stored && (JSON.parse(stored.body) as PurchaseRequest),
    async place(request: PurchaseRequest): Promise<PlaceOutcome> {
      const body = JSON.stringify(request);
      const known = attempt.current;
      if (known?.body === body) return sendOnce(known);
      // The earlier attempt may have been ordered. Somebody who has edited a word since would otherwise order it twice.
      const earlier = known && (await sendOnce(known));
      if (earlier && (earlier.ok || earlier.isUnknown)) return earlier;
      return sendOnce({ key: makeIdempotencyKey(), body });
    },
  };
}

function readAttempt(name: string): Attempt | null {
  const { key, body } = readDraft(name);
  if (!key || !body) return null;
  try {
    const { lines } = JSON.parse(body) as Partial<PurchaseRequest>;
    return Array.isArray(lines) ? { key, body } : null;
  } catch {
    return null;
  }
}
