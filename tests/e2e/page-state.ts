import type { Page } from '@playwright/test';
import type { RunningShop } from '#tests/support/running-shop.ts';

/** A page of the shop in one of its states. Each entry is checked for accessibility and gets screenshots. */
export interface PageState {
  /** Names the page and the state, and also its screenshots. */
  name: string;
  /** The path, or a function that prepares the data, signs somebody in if needed, and returns the path. */
  path: string | ((page: Page, shop: RunningShop) => Promise<string>);
  /** Its path in `src/routes.ts`, if `path` is a function. */
  route?: string;
  /** The text of its only h1. */
  heading: string | RegExp;
  /** A text that only appears once everything is loaded. */
  shows?: string | RegExp;
  /** The actions that bring the page into this state. */
  act?: (page: Page) => Promise<unknown>;
  /** `act` also works on the previous state in the list, so both are checked in one visit. */
  continues?: true;
}
