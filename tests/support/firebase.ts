import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import type { Settings } from '#src/app/settings.server.ts';

export const PROJECT = 'demo-shop';
export const FIRST_ADMIN = 'owner@example.com';

/** Responds to a request for the key set. */
export type ResponseHandler = (response: ServerResponse) => void;

export interface JwksServer {
  address: string;
  /** The number of requests so far. */
  requestCount(): number;
  setHandler(handler: ResponseHandler): void;
  close(): Promise<void>;
}

/** Starts a server in place of Google's key set endpoint. */
export async function startJwksServer(first: ResponseHandler): Promise<JwksServer> {
  let handler = first;
  let requestCount = 0;
  const server = createServer((_request, response) => {
    requestCount += 1;
    handler(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwk`,
    requestCount: () => requestCount,
    setHandler: (next) => {
      handler = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export interface SigningKey {
  kid: string;
  jwk: JWK;
  pem: string;
  privateKey: CryptoKey;
}

export async function makeKey(kid: string, alg = 'RS256'): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' };
  return { kid, jwk, pem: await exportSPKI(publicKey), privateKey };
}

/** Responds with these keys, as Google does. */
export function serveKeys(...keys: readonly SigningKey[]): ResponseHandler {
  return (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }));
  };
}

/** The claims of a user who has just signed in with a password. */
export function buildClaims(email: string, more: JWTPayload = {}): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    auth_time: now - 10,
    iat: now - 5,
    exp: now + 3595,
    sub: `uid-of-${email}`,
    user_id: `uid-of-${email}`,
    name: 'Ada Smith',
    email,
    email_verified: false,
    firebase: { identities: { email: [email] }, sign_in_provider: 'password' },
    ...more,
  };
}

export function signToken(claims: JWTPayload, { kid, privateKey }: SigningKey, header: Record<string, unknown> = {}) {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT', ...header }).sign(privateKey);
}

/** The settings of a shop with Firebase sign-in. */
export function firebaseSettings(more: { jwksUrl?: string; emulatorHost?: string }): Partial<Settings> {
  const project = { projectId: PROJECT, apiKey: 'key', authDomain: `${PROJECT}.example` };
  return { identity: { kind: 'firebase', ...project, adminEmail: FIRST_ADMIN, ...more } };
}
