import type { Page } from '@playwright/test';
import type { RunningShop } from '#tests/support/running-shop.ts';

/** A page of the shop in one of its states, as somebody finds it. One line here has it checked and photographed. */
export interface PageState {
  /** Of the state too; names its screenshots. */
  name: string;
  /** Where it is, or how to make what it shows and learn where that is. Makes somebody sign in first where needed. */
  path: string | ((page: Page, shop: RunningShop) => Promise<string>);
  /** Its path in `src/routes.ts`, where no text of `path` says it. */
  route?: string;
  /** Its one h1. */
  heading: string | RegExp;
  /** Something that is there only when all of it is. */
  shows?: string | RegExp;
  /** What somebody does there to bring it into this state. */
  act?: (page: Page) => Promise<unknown>;
  /** The same `act` follows on the state before in the list, too: both are checked in one visit. */
  continues?: true;
}
