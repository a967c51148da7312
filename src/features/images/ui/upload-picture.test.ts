import { afterEach, expect, test, vi } from 'vitest';
import { renewAccessWith } from '#src/shared/api-client.ts';
import { uploadPicture } from './upload-picture.ts';

/** An image host that refuses every token. */
function refuseEverything(): { sent: number } {
  const host = { sent: 0 };
  class Refusing {
    upload = {};
    status = 401;
    responseText = '{"code":"token_invalid"}';
    onload = () => {};
    open() {}
    setRequestHeader() {}
    getResponseHeader() {
      return null;
    }
    abort() {}
    send() {
      host.sent += 1;
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Refusing);
  return host;
}

afterEach(() => {
  vi.unstubAllGlobals();
  renewAccessWith(async () => false);
});

test('an upload that is stopped while its token is renewed is not begun again', async () => {
  const host = refuseEverything();
  const stop = new AbortController();
  renewAccessWith(async () => {
    stop.abort();
    return true;
  });
  const answer = await uploadPicture(new File(['x'], 'x.png'), () => {}, stop.signal);
  expect(answer).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
  expect(host.sent).toBe(1);
});
