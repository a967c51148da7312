import { createContext } from 'react';

/** Which hosted systems this shop works with, as far as a browser has to know. Holds no secret: everyone can read it. */
export interface PublicSettings {
  identity:
    | { kind: 'embedded'; google: boolean; signUp: 'at_once' | 'confirmed' }
    | {
        kind: 'firebase';
        apiKey: string;
        authDomain: string;
        projectId: string;
        appId?: string;
        /** `http://127.0.0.1:9099`; only while developing. */
        emulator?: string;
      };
  /** With the sandbox no money moves, which every card form says. */
  payments: 'sandbox' | 'stripe';
  /** Null: the outline that is shipped with the shop. `url` is a template with {z}, {x} and {y}. */
  tiles: { url: string; attribution: string } | null;
}

/** The shop with nothing hosted. */
export const ALL_EMBEDDED: PublicSettings = {
  identity: { kind: 'embedded', google: false, signUp: 'at_once' },
  payments: 'sandbox',
  tiles: null,
};

const META = 'shop-settings';

let read: PublicSettings | null = null;

/** The settings as they stand in the page's head. In the browser only. */
export function readPublicSettings(): PublicSettings {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${META}"]`)?.content;
  read ??= content ? (JSON.parse(content) as PublicSettings) : ALL_EMBEDDED;
  return read;
}

/** The settings while a page is rendered; on the server they are provided, in the browser read from the page's head. */
export const PublicSettingsContext = createContext<PublicSettings>(
  typeof document === 'undefined' ? ALL_EMBEDDED : readPublicSettings(),
);

/** For the page's head, so that scripts know the settings before anything is asked. */
export function publicSettingsMeta(settings: PublicSettings): { name: string; content: string } {
  return { name: META, content: JSON.stringify(settings) };
}
