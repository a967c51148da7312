import { setTimeout as pause } from 'node:timers/promises';
import { ADMIN, type SignedInUser, signIn, signUp } from '#tests/support/running-shop.ts';
import { PUBLIC_ORIGIN } from './topology.ts';

const PASSWORD = 'buyers-password';
/** Access tokens last for a quarter of an hour, and a call is repeated for minutes with the one that it began with. */
const RENEWAL_MS = 4 * 60_000;
const RETRY_MS = 2_000;

/** The access tokens of the buyers and the admin, renewed as a browser does. */
export class Sessions {
  admin = '';
  buyers: readonly SignedInUser[] = [];
  #isEnding = false;

  /** Signs everybody up, or in if they have an account from a run that was interrupted. */
  async begin(buyers: number): Promise<void> {
    for (let at = 0; at < buyers; at += 1) {
      const user = { email: `buyer-${at}@example.com`, password: PASSWORD, name: 'Ada Smith' };
      const signedUp = await signUp(PUBLIC_ORIGIN, user).catch(() => null);
      this.buyers = [...this.buyers, signedUp ?? { ...user, token: await signIn(PUBLIC_ORIGIN, user) }];
    }
    this.admin = await signIn(PUBLIC_ORIGIN, ADMIN);
    void this.#renewRegularly();
  }

  end(): void {
    this.#isEnding = true;
  }

  async #renewRegularly(): Promise<void> {
    for (;;) {
      await pause(RENEWAL_MS, undefined, { ref: false });
      for (const buyer of this.buyers) buyer.token = await this.#renew({ email: buyer.email, password: PASSWORD });
      this.admin = await this.#renew(ADMIN);
      if (this.#isEnding) return;
    }
  }

  /** Tries until it succeeds, since a fault may be in the way. */
  async #renew(user: { email: string; password: string }): Promise<string> {
    for (;;) {
      const token = await signIn(PUBLIC_ORIGIN, user).catch(() => '');
      if (token) return token;
      await pause(RETRY_MS, undefined, { ref: false });
    }
  }
}
