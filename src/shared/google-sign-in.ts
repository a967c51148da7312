import type { PublicSettings } from './public-settings.ts';

/** Whether customers can sign in with Google. Firebase offers it by itself. */
export function hasGoogleSignIn({ identity }: Pick<PublicSettings, 'identity'>): boolean {
  return identity.kind === 'firebase' || identity.google;
}
