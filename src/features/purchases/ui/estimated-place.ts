import { parseStored, readStored, writeStored } from '#src/shared/browser-storage.ts';
import type { Destination } from '#src/shared/postal-address/places.ts';

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
