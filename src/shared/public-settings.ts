import { createContext } from 'react';

/** What browsers must know about the shop's outside systems. Everybody can read it, so it contains no secrets. */
export interface PublicSettings {
  identity:
    | { kind: 'embedded'; google: boolean; signUp: 'at_once' | 'confirmed' }
    | {
        kind: 'firebase';
        apiKey: string;
        authDomain: string;
        projectId: string;
        appId?: string;
        /** Such as `http://127.0.0.1:9099`; only in development. */
        emulator?: string;
      };
  /** With the sandbox, no money moves, and every card form says so. */
  payments: 'sandbox' | 'stripe';
  /** What decides about tax; with `off`, nothing mentions it. */
  tax: 'off' | 'table' | 'stripe';
  /** Who is asked whether VAT IDs are registered. */
  vatCheck: 'off' | 'vies';
  /** `url` is a template with {z}, {x} and {y}. If null, the map shows the outline that comes with the shop. */
  tiles: { url: string; attribution: string } | null;
}

/** The settings of a shop without outside systems. */
export const ALL_EMBEDDED: PublicSettings = {
  identity: { kind: 'embedded', google: false, signUp: 'at_once' },
  payments: 'sandbox',
  tax: 'off',
  vatCheck: 'off',
  tiles: null,
};

const META_NAME = 'public-settings';

let cached: PublicSettings | null = null;

/** The settings in the head of the page. In the browser only. */
export function readPublicSettings(): PublicSettings {
  const content = document.querySelector<HTMLMetaElement>(`meta[name="${META_NAME}"]`)?.content;
  cached ??= content ? (JSON.parse(content) as PublicSettings) : ALL_EMBEDDED;
  return cached;
}

/** The settings while a page is rendered. The server provides them; the browser reads them from the head. */
export const PublicSettingsContext = createContext<PublicSettings>(
  typeof document === 'undefined' ? ALL_EMBEDDED : readPublicSettings(),
);

/** The tag in the head of the page from which scripts read the settings. */
export function publicSettingsMeta(settings: PublicSettings): { name: string; content: string } {
  return { name: META_NAME, content: JSON.stringify(settings) };
}
