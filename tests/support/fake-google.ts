import { OAuth2Server } from 'oauth2-mock-server';

/** What the stand-in says of whoever signs in there next. */
export interface GoogleUser {
  sub: string;
  email: string;
  name?: string;
  email_verified?: unknown;
}

export interface FakeGoogle {
  settings: { clientId: string; clientSecret: string; discoveryUrl: string };
  /** Hooks of the server itself, for what goes wrong. */
  server: OAuth2Server;
  /** Whoever signs in there from now on. */
  setUser(user: GoogleUser): void;
  close(): Promise<void>;
}

/** An OpenID provider on this machine that everybody signs in to without being asked. */
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
