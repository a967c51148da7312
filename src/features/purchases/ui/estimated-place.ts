import { parseStored, readStored, writeStored } from '#src/shared/browser-storage.ts';
import type { Destination } from '#src/shared/postal-address/places.ts';

/** Of this visit only: the next order may be another one. */
const METHOD_KEY = 'estimatedMethod:1';
const IDENTIFIER = /^[A-Za-z0-9]{24}$/;
/** The number is the version of its format. */
const KEY = 'estimatedPlace:1';
const MAX_LENGTH = { country: 2, region: 80, postalCode: 16 } as const;

/** The place for which this browser estimated last; null if there is none. Anybody may have written it. */
export function readEstimatedPlace(): Destination | null {
  const stored = Object(parseStored(readStored('local', KEY))) as Record<string, unknown>;
  const read = (name: keyof Destination) => {
    const value = stored[name];
    return typeof value === 'string' && value.length <= MAX_LENGTH[name] ? value : '';
  };
  const country = read('country');
  return /^[A-Z]{2}$/.test(country) ? { country, region: read('region'), postalCode: read('postalCode') } : null;
}

export function rememberEstimatedPlace({ country, region, postalCode }: Destination): void {
  writeStored('local', KEY, country === '' ? null : JSON.stringify({ country, region, postalCode }));
}

/** The way of shipping that was chosen for an estimate in this window; null if there is none. */
export function readEstimatedMethod(): string | null {
  const id = readStored('session', METHOD_KEY) ?? '';
  return IDENTIFIER.test(id) ? id : null;
}

export function rememberEstimatedMethod(id: string): void {
  writeStored('session', METHOD_KEY, id);
}
