import { AU, BR, CA, US } from 'country-region-data';

/** Countries whose mail needs the code of a region, so that it is chosen and not typed. */
const REGIONS: Readonly<Record<string, readonly (readonly [name: string, code: string])[]>> = {
  AU: AU[2],
  BR: BR[2],
  CA: CA[2],
  US: US[2],
};

/** The regions of a country to choose from, by code and name; null where people write them themselves. */
export function listRegions(country: string): readonly (readonly [code: string, name: string])[] | null {
  return REGIONS[country]?.map(([name, code]) => [code, name] as const) ?? null;
}

/** The code of a region that was written as code or name; null for one that the country does not have. */
export function findRegionCode(country: string, written: string): string | null {
  const wanted = fold(written);
  const found = REGIONS[country]?.find(([name, code]) => fold(code) === wanted || fold(name) === wanted);
  return found?.[1] ?? null;
}

/** Without case and accents: 'Sao Paulo' is 'São Paulo'. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
