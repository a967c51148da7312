import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  claimDrafts,
  discardAllDrafts,
  discardDraft,
  getDraftGeneration,
  readDraft,
  subscribeToDiscards,
  writeDraft,
} from './draft.ts';

/** A tab's storage, whose entries are its own enumerable keys, as in a browser. */
class TabStorage {
  [key: string]: unknown;
}
Object.defineProperties(TabStorage.prototype, {
  getItem: {
    value(this: TabStorage, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
  },
  setItem: {
    value(this: TabStorage, key: string, value: string) {
      this[key] = value;
    },
  },
  removeItem: {
    value(this: TabStorage, key: string) {
      delete this[key];
    },
  },
});

let tab: TabStorage;
beforeEach(() => {
  tab = new TabStorage();
  vi.stubGlobal('sessionStorage', tab);
});
afterEach(() => vi.unstubAllGlobals());

describe('a draft', () => {
  test('can be restored until it is dropped', () => {
    writeDraft('quote', { product: 'Vise', message: 'Twenty,\nplease' });
    expect(readDraft('quote')).toEqual({ product: 'Vise', message: 'Twenty,\nplease' });
    expect(readDraft('contact')).toEqual({});
    discardDraft('quote');
    expect(Object.keys(tab)).toEqual([]);
  });

  test('is not saved if it is empty or too long', () => {
    writeDraft('quote', { message: 'a' });
    writeDraft('quote', {});
    expect(Object.keys(tab)).toEqual([]);
    writeDraft('quote', { message: 'a' });
    writeDraft('quote', { message: 'a'.repeat(30_000) });
    expect(Object.keys(tab)).toEqual([]);
  });

  test('that other code wrote into the storage only restores its texts', () => {
    for (const [stored, read] of [
      ['{', {}],
      ['null', {}],
      ['"text"', {}],
      ['{"a":"b","c":1,"d":{"e":"f"}}', { a: 'b' }],
    ] as const) {
      tab['draft:quote'] = stored;
      expect(readDraft('quote')).toEqual(read);
    }
  });
});

test('dropping all drafts does not affect other stored data', () => {
  writeDraft('quote', { message: 'a' });
  writeDraft('review:ada@example.com', { title: 'b' });
  tab.other = 'kept';
  discardAllDrafts();
  expect({ ...tab }).toEqual({ other: 'kept' });
});

describe('the owner of drafts', () => {
  test('input from before the sign-in belongs to the first user who signs in, again and again', () => {
    writeDraft('contact', { message: 'a' });
    claimDrafts('ada@example.com');
    claimDrafts('ada@example.com');
    expect(readDraft('contact')).toEqual({ message: 'a' });
  });

  test('another user who signs in finds nothing, and the forms are notified', () => {
    claimDrafts('ada@example.com');
    writeDraft('contact', { message: 'a' });
    const [heard, round] = [vi.fn(), getDraftGeneration()];
    const unfollow = subscribeToDiscards(heard);
    claimDrafts('zed@example.com');
    unfollow();
    expect(readDraft('contact')).toEqual({});
    expect(heard.mock.calls).toEqual([[null]]);
    expect(getDraftGeneration()).toBe(round + 1);
    writeDraft('contact', { message: 'z' });
    claimDrafts('zed@example.com');
    expect(readDraft('contact')).toEqual({ message: 'z' });
  });

  test('is forgotten when all drafts are dropped', () => {
    claimDrafts('ada@example.com');
    discardAllDrafts();
    expect(Object.keys(tab)).toEqual([]);
  });
});

test('a full or disabled storage saves nothing and throws nothing', () => {
  const refuse = () => {
    throw new DOMException('no', 'QuotaExceededError');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  writeDraft('quote', { message: 'a' });
  expect(readDraft('quote')).toEqual({});
  discardDraft('quote');
  claimDrafts('ada@example.com');
  Object.defineProperty(globalThis, 'sessionStorage', { get: refuse, configurable: true });
  discardAllDrafts();
  claimDrafts('zed@example.com');
});
