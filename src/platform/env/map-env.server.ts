import * as z from 'zod';
import { type EnvSource, nonEmptyText } from './env-source.server.ts';

export const mapKeys = z.object({
  MAP_TILES_URL: z
    .string()
    .refine(
      isTileTemplate,
      'must be an http(s) address with {z}, {x} and {y}, and nothing else in braces except {s} and {r}',
    )
    .optional(),
  MAP_ATTRIBUTION: nonEmptyText.default('© OpenStreetMap contributors'),
});

export type MapEnv = { kind: 'outline' } | { kind: 'tiles'; url: string; attribution: string };

export function toMap({ MAP_TILES_URL, MAP_ATTRIBUTION }: z.output<typeof mapKeys>): MapEnv {
  return MAP_TILES_URL ? { kind: 'tiles', url: MAP_TILES_URL, attribution: MAP_ATTRIBUTION } : { kind: 'outline' };
}

/** Browsers do not show http images on an https page. */
export function checkMap({ PUBLIC_URL, MAP_TILES_URL }: EnvSource): string[] {
  return PUBLIC_URL?.startsWith('https:') && MAP_TILES_URL?.startsWith('http:')
    ? ['MAP_TILES_URL must be an https address, since PUBLIC_URL is one']
    : [];
}

/** Whether this is a URL template for map tiles, as Leaflet takes it. */
function isTileTemplate(value: string): boolean {
  const parts: string[] = value.match(/\{[^{}]*\}/g) ?? [];
  return (
    /^https?:\/\/[^\s'"<>;,]+$/.test(value) &&
    ['{z}', '{x}', '{y}'].every((part) => parts.includes(part)) &&
    // Anything else in braces would break the map in the browser.
    parts.every((part) => /^\{[zxysr]\}$/.test(part))
  );
}
