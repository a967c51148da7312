import { afterEach, expect, test, vi } from 'vitest';
import { setTokenRefresher } from '#src/shared/api-client.ts';
import { uploadImage } from './upload-image.ts';

/** A server that rejects every token. */
function stubRejectingServer(): { sent: number } {
  const server = { sent: 0 };
  class RejectingXMLHttpRequest {
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
      server.sent += 1;
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', RejectingXMLHttpRequest);
  return server;
}

afterEach(() => {
  vi.unstubAllGlobals();
  setTokenRefresher(async () => false);
});

test('an upload stopped during a token refresh is not sent again', async () => {
  const server = stubRejectingServer();
  const stop = new AbortController();
  setTokenRefresher(async () => {
    stop.abort();
    return true;
  });
  const result = await uploadImage(new File(['x'], 'x.png'), () => {}, stop.signal);
  expect(result).toMatchObject({ ok: false, problem: { code: 'canceled' } });
  expect(server.sent).toBe(1);
});
