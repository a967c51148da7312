import { afterEach, describe, expect, test, vi } from 'vitest';
import { callApi, isOutcomeUnknown, REFRESH_UNAVAILABLE, readProblem, setTokenRefresher } from './api-client.ts';

function store(token: string | null) {
  let value = token;
  vi.stubGlobal('localStorage', { getItem: () => value });
  return (next: string) => {
    value = next;
  };
}

function respondWith(...responses: (() => Response)[]) {
  const sent: (string | null)[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get('authorization'));
    const next = responses.shift();
    if (!next) throw new Error('one call too many');
    return next();
  });
  return sent;
}

const rejected = () =>
  Response.json({ code: 'token_invalid', detail: 'Your sign-in has ended.', status: 401 }, { status: 401 });

afterEach(() => {
  vi.unstubAllGlobals();
  setTokenRefresher(async () => false);
});

describe('calling the shop', () => {
  test('a rejected token is renewed once, and the call is repeated with the new one', async () => {
    const put = store('old');
    const sent = respondWith(rejected, () => Response.json({ fine: true }));
    setTokenRefresher(async () => {
      put('new');
      return true;
    });
    expect(await callApi('/x')).toMatchObject({ ok: true, value: { fine: true } });
    expect(sent).toEqual(['Bearer old', 'Bearer new']);
  });

  test('if a token cannot be renewed at the moment, the user can retry and stays signed in', async () => {
    store('old');
    const sent = respondWith(rejected);
    setTokenRefresher(async () => REFRESH_UNAVAILABLE);
    expect(await callApi('/x')).toMatchObject({ ok: false, problem: { status: 503, code: 'identity_unavailable' } });
    expect(sent).toHaveLength(1);
  });

  test('after a second rejection, the token is not renewed again', async () => {
    store('old');
    const sent = respondWith(rejected, rejected);
    setTokenRefresher(async () => true);
    expect(await callApi('/x')).toMatchObject({ ok: false, problem: { status: 401, code: 'token_invalid' } });
    expect(sent).toHaveLength(2);
  });

  test('a token passed explicitly is never renewed', async () => {
    store('old');
    const sent = respondWith(rejected);
    const renew = vi.fn(async () => true);
    setTokenRefresher(renew);
    await callApi('/x', { token: 'mine' });
    expect(sent).toEqual(['Bearer mine']);
    expect(renew).not.toHaveBeenCalled();
  });

  test('a network failure returns a message instead of throwing', async () => {
    store(null);
    respondWith(() => {
      throw new TypeError('fetch failed');
    });
    const result = await callApi('/x');
    expect(result).toMatchObject({ ok: false, problem: { status: 0, code: 'unreachable' } });
    expect(!result.ok && isOutcomeUnknown(result.problem)).toBe(true);
  });

  test('a response that is not JSON is also a problem', async () => {
    store(null);
    respondWith(() => new Response('<html>', { status: 502 }));
    expect(await callApi('/x')).toMatchObject({ ok: false, problem: { status: 502, code: 'unknown' } });
  });

  test('field errors and other members of a problem are preserved', () => {
    const problem = readProblem(409, { code: 'price_changed', detail: 'd', price: '12.00', errors: { price: 'e' } });
    expect(problem).toEqual({
      status: 409,
      code: 'price_changed',
      detail: 'd',
      errors: { price: 'e' },
      extra: { price: '12.00' },
    });
  });
});

test('nothing was done where the shop says that a tax is missing, unlike after other failures of a server', () => {
  const failure = (status: number, code: string) => isOutcomeUnknown({ status, code } as never);
  expect([failure(503, 'tax_unavailable'), failure(503, 'busy'), failure(0, 'offline'), failure(409, 'x')]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
