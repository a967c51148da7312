import { AU, BR, CA, US } from 'country-region-data';

/** Countries whose mail needs a region code, so people choose the region instead of typing it. */
const REGIONS: Readonly<Record<string, readonly (readonly [name: string, code: string])[]>> = {
  AU: AU[2],
  BR: BR[2],
  CA: CA[2],
  US: US[2],
};

/** The regions of a country to choose from, by code and name; null if people type them. */
export function listRegions(country: string): readonly (readonly [code: string, name: string])[] | null {
  return REGIONS[country]?.map(([name, code]) => [code, name] as const) ?? null;
}

/** The code of a region that was written by code or name; null if the country has no such region. */
export function findRegionCode(country: string, written: string): string | null {
  const wanted = fold(written);
  const found = REGIONS[country]?.find(([name, code]) => fold(code) === wanted || fold(name) === wanted);
  return found?.[1] ?? null;
}

/** Ignores case and accents: 'Sao Paulo' equals 'São Paulo'. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
