import { listExemptionsInForce } from '#src/features/exemptions/queries.server.ts';
import type { ExemptionInForce } from '#src/features/exemptions/rules.ts';
import { getOrigin } from '#src/features/shop-settings/origin.ts';
import { hasValidCheckDigits } from '#src/features/taxes/check-vat-id.ts';
import { isForeignVatId } from '#src/features/taxes/eu-vat-area.ts';
import type { VatCheck } from '#src/features/vat-checks/rules.ts';
import type { Asker } from '#src/features/vat-checks/vat-checker.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { toDay } from '#src/shared/dates.ts';
import type { Destination } from '#src/shared/postal-address/places.ts';

/** What the shop knows of a buyer that decides about tax. */
export interface TaxBuyer {
  /** Normalized; empty if the buyer has none. */
  vatId: string;
  /** Whether a sale may rely on the VAT ID. */
  isVatIdValid: boolean;
  /** What the register says. Null if nobody has to ask it about this number. */
  vatCheck: VatCheck | null;
  /** The certificate that covers the destination, or null. */
  exemption: ExemptionInForce | null;
  /** The one that covers the shop itself, where orders are picked up. */
  exemptionAtShop: ExemptionInForce | null;
}

/** A buyer of a shop that charges no tax. */
export const NO_TAX_BUYER: TaxBuyer = {
  vatId: '',
  isVatIdValid: false,
  vatCheck: null,
  exemption: null,
  exemptionAtShop: null,
};

interface BuyerToRead {
  /** Null for somebody without an account, who has no certificates. */
  userId: string | null;
  /** Normalized, as addresses have it; empty if there is none. */
  vatId: string;
  /** Null if the client names no address: it is charged as at the shop itself. */
  destination: Destination | null;
  /** On whose behalf the register may be asked. Without one, what it has answered others does not count either. */
  asker?: Asker | null | undefined;
}

type BuyerContext = Pick<AppContext, 'db' | 'settings' | 'shopSettings' | 'vatChecker'>;

/** What decides about a buyer's tax at a moment. Costs no query if the shop charges no tax. */
export async function readTaxBuyer(
  context: BuyerContext,
  { userId, vatId, destination, asker = null }: BuyerToRead,
  at = new Date(),
): Promise<TaxBuyer> {
  if (context.settings.tax === 'off') return NO_TAX_BUYER;
  const { settings } = context.shopSettings.get();
  const home = getOrigin(settings);
  const hasCheckDigits = vatId !== '' && hasValidCheckDigits(vatId);
  const [vatCheck, certificates] = await Promise.all([
    hasCheckDigits ? checkVatId(context, vatId, asker) : null,
    userId === null ? null : listExemptionsInForce(context.db, userId, toDay(at, settings.timeZone)),
  ]);
  return {
    vatId,
    isVatIdValid: hasCheckDigits && (vatCheck === null || canRelyOn(vatCheck, settings.unverifiedVatId)),
    vatCheck,
    exemption: certificates?.find(destination ?? home) ?? null,
    exemptionAtShop: certificates?.find(home) ?? null,
  };
}

/** Asks about a VAT ID that could spare its owner the tax. Null for all others, and if the owner wants nobody asked. */
export async function checkVatId(
  { vatChecker, shopSettings }: Pick<BuyerContext, 'vatChecker' | 'shopSettings'>,
  vatId: string,
  asker: Asker | null,
): Promise<VatCheck | null> {
  const { settings } = shopSettings.get();
  const { reverseCharge, smallBusiness } = settings;
  if (!vatChecker || reverseCharge === 'off' || smallBusiness === 'on' || !hasValidCheckDigits(vatId)) return null;
  return isForeignVatId(vatId, getOrigin(settings).country) ? vatChecker.check(vatId, asker) : null;
}

/** Somebody who may not ask again is not believed, or asking often would be a way around the register. */
const canRelyOn = ({ state }: VatCheck, unverified: 'accept' | 'charge') =>
  state === 'valid' || ((state === 'unverified' || state === 'unasked') && unverified === 'accept');
