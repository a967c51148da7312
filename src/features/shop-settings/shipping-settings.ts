import { decimalToMinor } from '#src/shared/money.ts';

/** The settings of small orders, and of the days on which the shop ships. All are texts; empty switches one off. */
export interface ShippingSettings {
  /** An amount, such as '50.00'. */
  minimumOrder: string;
  smallOrderBelow: string;
  smallOrderSurcharge: string;
  /** Such as 'Mon, Tue, Wed, Thu, Fri'. */
  workingDays: string;
  /** Such as '12-25, 2027-04-02': a day of every year, or of one. */
  holidays: string;
  /** Such as '14:00'. */
  cutOff: string;
}

export const SHIPPING_DEFAULTS: Readonly<ShippingSettings> = {
  minimumOrder: '',
  smallOrderBelow: '',
  smallOrderSurcharge: '',
  workingDays: '',
  holidays: '',
  cutOff: '',
};

/** From Sunday, as the days of a `Date`. */
export const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** What an order has to be worth. */
export interface OrderValueTerms {
  /** The least that an order may be worth. Null: anything. */
  minimumMinor: number | null;
  /** What is added to the shipping of an order that is worth less. Null: nothing. */
  smallOrder: { belowMinor: number; surchargeMinor: number } | null;
}

export function toOrderValueTerms(settings: ShippingSettings): OrderValueTerms {
  const [minimumMinor, belowMinor, surchargeMinor] = [
    settings.minimumOrder,
    settings.smallOrderBelow,
    settings.smallOrderSurcharge,
  ].map((amount) => (amount === '' ? null : decimalToMinor(amount)));
  return {
    minimumMinor: minimumMinor ?? null,
    smallOrder: belowMinor && surchargeMinor ? { belowMinor, surchargeMinor } : null,
  };
}

/** The days on which the shop ships, as `shipsOn` reads them. Null if it promises no dates. */
export function toShippingCalendar({
  timeZone,
  workingDays,
  holidays,
  cutOff,
}: Pick<ShippingSettings, 'workingDays' | 'holidays' | 'cutOff'> & { timeZone: string }) {
  const days = split(workingDays).map((name) => (WEEKDAYS as readonly string[]).indexOf(name));
  if (days.length === 0) return null;
  return { timeZone, workingDays: days, holidays: split(holidays), cutOff: cutOff || null };
}

const split = (list: string) => (list === '' ? [] : list.split(', '));
