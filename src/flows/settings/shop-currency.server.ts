import type { CardProvider } from '#src/features/payments/provider.server.ts';
import type { ShopSettingsStore } from '#src/features/shop-settings/settings-store.server.ts';
import { getCurrencyFormat } from '#src/shared/currencies.ts';
import { type ShopCurrency, setShopCurrency } from '#src/shared/money.ts';

type Limits = Pick<CardProvider, 'getPaymentLimits'>;

/** A currency with what the card provider says of payments in it. */
export function toShopCurrency(provider: Limits, code: string): ShopCurrency {
  return { ...getCurrencyFormat(code), ...provider.getPaymentLimits(code) };
}

/** Makes the currency of the settings that of this process. Called whenever they have changed. */
export function applyCurrency(provider: Limits, { get }: Pick<ShopSettingsStore, 'get'>): void {
  setShopCurrency(toShopCurrency(provider, get().settings.currency));
}
