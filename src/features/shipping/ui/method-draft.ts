import type { WireMethod } from '../contract.ts';
import type { MethodKind, WeightUnit } from '../rules.ts';

/** A price of a method as the form has it. `key` stays with its row. */
export interface RateDraft {
  key: number;
  from: string;
  price: string;
}

/** The fields of a method as texts. */
export interface MethodDraft {
  name: string;
  zoneId: string;
  kind: MethodKind;
  rates: readonly RateDraft[];
  upTo: string;
  freeFrom: string;
  handling: string;
  daysMin: string;
  daysMax: string;
  pickupAddress: string;
  pickupHours: string;
  weightUnit: WeightUnit;
  active: boolean;
}

const toText = (value: string | number | null) => (value === null ? '' : String(value));

/** The fields of a method to change, or those of a new one. */
export function toMethodDraft(method: WireMethod | null, zoneId: string, weightUnit: WeightUnit): MethodDraft {
  if (!method)
    return {
      name: '',
      zoneId,
      kind: zoneId === '' ? 'pickup' : 'flat',
      rates: [{ key: 0, from: '0', price: '' }],
      upTo: '',
      freeFrom: '',
      handling: '',
      daysMin: '',
      daysMax: '',
      pickupAddress: '',
      pickupHours: '',
      weightUnit,
      active: true,
    };
  const { _id, position, version, rates, ...fields } = method;
  return {
    ...fields,
    zoneId: method.zoneId ?? '',
    rates: rates.length > 0 ? rates.map((rate, key) => ({ key, ...rate })) : [{ key: 0, from: '0', price: '' }],
    upTo: toText(method.upTo),
    freeFrom: toText(method.freeFrom),
    handling: Number(method.handling) === 0 ? '' : method.handling,
    daysMin: toText(method.daysMin),
    daysMax: toText(method.daysMax),
  };
}

/** What to send. The server ignores fields that the kind does not have. */
export type MethodBody = ReturnType<typeof toMethodBody>;

export function toMethodBody({ rates, zoneId, ...fields }: MethodDraft) {
  return { ...fields, zoneId: zoneId || null, rates: rates.map(({ from, price }) => ({ from, price })) };
}

/** The next row of a table of prices. */
export function addRate(rates: readonly RateDraft[]): RateDraft[] {
  return [...rates, { key: Math.max(-1, ...rates.map(({ key }) => key)) + 1, from: '', price: '' }];
}
