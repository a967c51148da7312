import type * as z from 'zod';
import { findCountryCode } from '#src/shared/postal-address/countries.ts';
import type { Destination } from '#src/shared/postal-address/places.ts';
import { findRegionCode, listRegions } from '#src/shared/postal-address/regions.ts';
import type { ShopSettings } from './rules.ts';

type OriginSettings = Pick<ShopSettings, 'country' | 'originRegion' | 'originPostalCode'>;

/** Where the shop is, in the codes of addresses. The country is empty if its name in the settings is unknown. */
export function getOrigin({ country: named, originRegion, originPostalCode }: OriginSettings): Destination {
  const country = findCountryCode(named) ?? '';
  return { country, region: findRegionCode(country, originRegion) ?? originRegion, postalCode: originPostalCode };
}

/** Refuses a region that no address of the shop's country can have. */
export function refineOrigin({ country: named, originRegion }: OriginSettings, context: z.RefinementCtx): void {
  const country = findCountryCode(named) ?? '';
  if (originRegion === '' || !listRegions(country) || findRegionCode(country, originRegion)) return;
  const message = `${named} has no region “${originRegion}”. Please enter its name or code, or leave this blank.`;
  context.addIssue({ code: 'custom', path: ['originRegion'], message });
}
