import { OAuth2Server } from 'oauth2-mock-server';

/** The claims in ID tokens. */
export interface GoogleUser {
  sub: string;
  email: string;
  name?: string;
  email_verified?: unknown;
}

export interface FakeGoogle {
  settings: { clientId: string; clientSecret: string; discoveryUrl: string };
  /** The server itself, whose hooks let tests inject faults. */
  server: OAuth2Server;
  /** Sets the user of all following sign-ins. */
  setUser(user: GoogleUser): void;
  close(): Promise<void>;
}

/** Starts a local OpenID provider that signs its user in without a prompt. */
export async function startFakeGoogle(): Promise<FakeGoogle> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, '127.0.0.1');
  let user: GoogleUser = { sub: 'nobody', email: 'nobody@example.com' };
  server.service.on('beforeTokenSigning', (token) => {
    Object.assign(token.payload, { email_verified: true, ...user });
  });
  return {
    settings: {
      clientId: 'the-shop',
      clientSecret: 'the-secret-of-the-shop',
      discoveryUrl: `${server.issuer.url}/.well-known/openid-configuration`,
    },
    server,
    setUser(next) {
      user = next;
    },
    close: () => server.stop(),
  };
}
