import { readDecimalComma } from '#src/shared/decimal-comma.ts';
import { decimalToMinor, formatMoney, getShopCurrency, isPayableStep } from '#src/shared/money.ts';
import type { FieldErrors } from './check-places.ts';
import type { SentMethod } from './contract.ts';
import { methodSentences as sentences } from './copy.ts';
import { MAX_CARRIER_DAYS, MAX_GRAMS, type ShippingMethod, type ShippingRate, type WeightUnit } from './rules.ts';
import { toGrams } from './weights.ts';

/** What of a method is stored as an owner has sent it. */
export type MethodValues = Omit<ShippingMethod, 'id' | 'position'> & { weightUnit: WeightUnit };

type Typed = string | number | null;

/**
 * The method as it is stored, or a sentence at each field that is wrong. Fields that its kind does not have are dropped.
 * Prices that the method has already are kept.
 */
export function checkMethod(
  sent: SentMethod,
  stored: Pick<ShippingMethod, 'rates' | 'handlingMinor'> | null = null,
): { method: MethodValues; errors: null } | { method: null; errors: FieldErrors } {
  const errors: FieldErrors = {};
  const report = (field: string, sentence: string) => {
    errors[field] ??= sentence;
  };
  const readAmount = (field: string, typed: Typed, missing: string): number => {
    const minor = decimalToMinor(toText(typed));
    if (minor === null) report(field, missing);
    else if (minor > getShopCurrency().maxMinor)
      report(field, sentences.tooMuch(formatMoney(getShopCurrency().maxMinor)));
    return minor ?? 0;
  };
  /** What a buyer pays, unlike a limit: a card pays no fractions of the smallest amount. */
  const readPrice = (field: string, typed: Typed, missing: string): number => {
    const minor = readAmount(field, typed, missing);
    // Of an earlier version, which rounded them at checkout, as orders still do.
    const isStored = minor === stored?.handlingMinor || stored?.rates.some(({ priceMinor }) => priceMinor === minor);
    if (!isPayableStep(minor) && !isStored) report(field, sentences.step());
    return minor;
  };
  const { kind, weightUnit } = sent;
  const hasSteps = kind === 'by_weight' || kind === 'by_value';
  const readMeasure = (field: string, typed: Typed): number => {
    if (kind !== 'by_weight') return readAmount(field, typed, sentences.amount);
    const grams = toGrams({ value: readPlainNumber(typed), unit: weightUnit });
    if (!(grams <= MAX_GRAMS)) report(field, sentences.weight(weightUnit));
    return grams;
  };

  if (kind !== 'pickup' && !sent.zoneId) report('zoneId', sentences.zone);
  const isPriced = kind === 'flat' || hasSteps;
  if (isPriced && sent.rates.length === 0) report(kind === 'flat' ? 'rates.0.price' : 'rates', sentences.noRates);
  const rates = (isPriced ? sent.rates.slice(0, kind === 'flat' ? 1 : undefined) : []).map(
    ({ from, price }, at): ShippingRate => ({
      from: hasSteps ? readMeasure(`rates.${at}.from`, from) : 0,
      priceMinor: readPrice(`rates.${at}.price`, price, sentences.price),
    }),
  );
  for (const [at, { from }] of rates.entries())
    if (rates.findIndex((rate) => rate.from === from) < at) report(`rates.${at}.from`, sentences.sameFrom);
  const upTo = hasSteps && !isBlank(sent.upTo) ? readMeasure('upTo', sent.upTo) : null;
  if (upTo !== null && rates.some(({ from }) => from >= upTo)) report('upTo', sentences.upTo);
  const isFreeable = isPriced || kind === 'pickup';
  const freeFromMinor =
    isFreeable && !isBlank(sent.freeFrom) ? readAmount('freeFrom', sent.freeFrom, sentences.freeFrom) : null;
  if (freeFromMinor === 0) report('freeFrom', sentences.freeFrom);
  const handlingMinor =
    isFreeable && !isBlank(sent.handling) ? readPrice('handling', sent.handling, sentences.amount) : 0;
  const [daysMin, daysMax] = readDays(kind === 'pickup' ? { daysMin: null, daysMax: null } : sent, report);
  if (Object.keys(errors).length > 0) return { method: null, errors };
  return {
    method: {
      name: sent.name,
      zoneId: kind === 'pickup' ? null : sent.zoneId,
      kind,
      rates: rates.toSorted((one, other) => one.from - other.from),
      upTo,
      freeFromMinor,
      handlingMinor,
      daysMin,
      daysMax,
      pickupAddress: kind === 'pickup' ? sent.pickupAddress : '',
      pickupHours: kind === 'pickup' ? sent.pickupHours : '',
      weightUnit,
      isActive: sent.active,
    },
    errors: null,
  };
}

function readDays(
  sent: Pick<SentMethod, 'daysMin' | 'daysMax'>,
  report: (field: string, sentence: string) => void,
): [number | null, number | null] {
  const [daysMin, daysMax] = (['daysMin', 'daysMax'] as const).map((field) => {
    if (isBlank(sent[field])) return null;
    const days = readPlainNumber(sent[field]);
    if (!Number.isInteger(days) || days > MAX_CARRIER_DAYS) report(field, sentences.days(MAX_CARRIER_DAYS));
    return days;
  }) as [number | null, number | null];
  if (daysMin === null && daysMax !== null) report('daysMin', sentences.bothDays);
  if (daysMax === null && daysMin !== null) report('daysMax', sentences.bothDays);
  if (daysMin !== null && daysMax !== null && daysMax < daysMin) report('daysMax', sentences.daysOrder);
  return [daysMin, daysMax];
}

const isBlank = (typed: Typed) => typed === null || typed === '';

const toText = (typed: Typed) => readDecimalComma(String(typed ?? ''));

/** NaN for anything but a plain number that is not negative. */
function readPlainNumber(typed: Typed): number {
  const text = toText(typed);
  return /^\d{1,9}(?:\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
}
