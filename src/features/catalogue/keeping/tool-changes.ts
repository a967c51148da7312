import { decimalToMinor } from '#src/shared/money.ts';
import type { StaffTool, ToolChange } from '../tool/contract.ts';
import type { ToolState } from '../tool/rules.ts';

export type SentFields = Omit<ToolChange, 'version'>;

export type ChangeableField = keyof SentFields & keyof StaffTool;

/** The fields whose value differs from what is stored. Prices may be numbers or decimal strings. */
export function listChangedFields(before: StaffTool, sent: SentFields): ChangeableField[] {
  return (Object.keys(sent) as ChangeableField[]).filter(
    (name) => sent[name] !== undefined && toComparable(sent, name) !== toComparable(before, name),
  );
}

/** Sorts the keys of all objects among the fields: the database stores keys in an order of its own. */
const KEYS = [
  'name',
  'value',
  'unit',
  'length',
  'width',
  'height',
  'address',
  'kind',
  'title',
  'fileId',
  'toolId',
  'sku',
];

type ComparableFields = Omit<SentFields, 'state'> & { state?: ToolState | undefined };

function toComparable(fields: ComparableFields, name: ChangeableField): unknown {
  if (name === 'balance') return decimalToMinor(fields.balance ?? '');
  if (name === 'volumePrices')
    return JSON.stringify(fields.volumePrices?.map((price) => [price.quantity, decimalToMinor(price.unitPrice)]));
  const value = fields[name];
  return typeof value === 'object' ? JSON.stringify(value, KEYS) : value;
}
