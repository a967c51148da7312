import { request } from 'node:http';
import type { TestShop, TestUser } from '#tests/support/shop.ts';

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

/** Status and code of a raw response. */
export const getRawCode = ({ status, text }: { status: number; text: string }) =>
  `${status} ${text.startsWith('{') ? JSON.parse(text).code : ''}`.trim();

/** The headers of a JSON body sent by this user. */
export const toJsonHeaders = ({ token }: TestUser, more: Record<string, string> = {}) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${token}`,
  ...more,
});

/** A review as JSON, with any fields changed or added. */
export const toReviewJson = (more: object = {}) =>
  JSON.stringify({
    displayName: 'Ada Smith',
    image: '',
    company: 'c',
    designation: 'd',
    title: 't',
    rating: 5,
    about: 'a',
    ...more,
  });
