import { formatDecimalMoney } from '#src/shared/money.ts';
import type { WireMethod, WireZone } from '../contract.ts';
import { METHOD_KIND_LABELS, shippingCopy } from '../copy.ts';

const { methods: copy } = shippingCopy;

/** What a method costs and for whom, in a line: 'Mainland · By weight: $7.90 to $12.00'. */
export function describeMethod({ kind, zoneId, rates, ...method }: WireMethod, zones: readonly WireZone[]): string {
  const where = zoneId === null ? copy.everywhere : (zones.find(({ _id }) => _id === zoneId)?.name ?? '');
  const prices = rates.map(({ price }) => Number(price));
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  const price =
    least === most ? formatDecimalMoney(least) : `${formatDecimalMoney(least)} to ${formatDecimalMoney(most)}`;
  return [
    where,
    prices.length === 0 ? METHOD_KIND_LABELS[kind] : `${METHOD_KIND_LABELS[kind]}: ${price}`,
    ...(Number(method.handling) > 0 ? [copy.plusHandling(formatDecimalMoney(method.handling))] : []),
    ...(method.freeFrom === null ? [] : [copy.isFreeFrom(formatDecimalMoney(method.freeFrom))]),
    ...(method.daysMin === null || method.daysMax === null ? [] : [copy.days(method.daysMin, method.daysMax)]),
  ].join(' · ');
}
