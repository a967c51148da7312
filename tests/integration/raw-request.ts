import { request } from 'node:http';
import type { TestShop } from '#tests/support/shop.ts';

export interface Raw {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Sends a request over a real connection, with any headers. */
export function sendRaw(shop: TestShop, { method = 'POST', path, headers = {}, body }: Raw) {
  return new Promise<{ status: number; text: string; headers: Record<string, unknown> }>((resolve, reject) => {
    const length =
      body === undefined || 'transfer-encoding' in headers ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(`${shop.origin}${path}`, { method, headers: { ...length, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(chunks).toString(),
          headers: response.headers,
        }),
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
