import { decimalToMinor, minorToDecimal } from '#src/shared/money.ts';
import { mapPlainFields, PLAIN_FIELD_NAMES, type PlainField } from '#src/shared/tool-fields/plain-fields.ts';
import { MAX_VOLUME_PRICES } from '../../tool/rules.ts';
import type { ToolToEdit } from '../contract.ts';
import type { NewToolFormValues, ToolFormValues } from '../tool-form-schema.ts';
import { formatRelation, formatSize, formatSpecification, formatWeight } from '../typed-details.ts';

/** A row of the volume prices, as typed. */
interface VolumePriceInput {
  quantity: string;
  unitPrice: string;
}

export interface ToolFormInput extends Record<PlainField, string> {
  itemName: string;
  about: string;
  balance: string;
  minOrderQuantity: string;
  sku: string;
  packMultiple: string;
  maxOrderQuantity: string;
  reorderLevel: string;
  volumePrices: VolumePriceInput[];
  category: string;
  /** One tool per line, by SKU. */
  relations: string;
  slug: string;
  /** One row per line. */
  specifications: string;
  weight: string;
  size: string;
  makerName: string;
  makerAddress: string;
}

export interface NewToolFormInput extends ToolFormInput {
  quantity: string;
}

const EMPTY_ROW: VolumePriceInput = { quantity: '', unitPrice: '' };
/** The form starts with this many rows, and always has one more than are filled. */
const MIN_ROWS = 3;

export const EMPTY_TOOL: NewToolFormInput = {
  itemName: '',
  about: '',
  balance: '',
  quantity: '',
  minOrderQuantity: '',
  sku: '',
  packMultiple: '',
  maxOrderQuantity: '',
  reorderLevel: '',
  volumePrices: fillRows([]),
  category: '',
  relations: '',
  slug: '',
  specifications: '',
  weight: '',
  size: '',
  makerName: '',
  makerAddress: '',
  ...mapPlainFields(() => ''),
};

/** The fields of a tool's form, without its stock. */
export const INPUT_NAMES = (Object.keys(EMPTY_TOOL) as (keyof NewToolFormInput)[]).filter(
  (name) => name !== 'quantity',
);

/** The fields that can show an error, in the order of the page. */
export const FORM_FIELDS = [
  'itemName',
  'about',
  'balance',
  'minOrderQuantity',
  'sku',
  'packMultiple',
  'maxOrderQuantity',
  'reorderLevel',
  ...Array.from({ length: MAX_VOLUME_PRICES }, (_, row) => row).flatMap(
    (row) => [`volumePrices.${row}.quantity`, `volumePrices.${row}.unitPrice`] as const,
  ),
  'category',
  'specifications',
  'weight',
  'size',
  ...PLAIN_FIELD_NAMES,
  'makerName',
  'makerAddress',
  'relations',
  'slug',
] as const;

export function toToolFormInput(tool: ToolToEdit): ToolFormInput {
  return {
    itemName: tool.itemName,
    about: tool.about,
    balance: toText(tool.balance),
    minOrderQuantity: String(tool.minOrderQuantity),
    sku: tool.sku,
    packMultiple: tool.packMultiple === 1 ? '' : String(tool.packMultiple),
    maxOrderQuantity: tool.maxOrderQuantity === null ? '' : String(tool.maxOrderQuantity),
    reorderLevel: tool.reorderLevel === null ? '' : String(tool.reorderLevel),
    volumePrices: fillRows(
      tool.volumePrices.map(({ quantity, unitPrice }) => ({
        quantity: String(quantity),
        unitPrice: toText(unitPrice),
      })),
    ),
    category: tool.category,
    relations: tool.related.map(formatRelation).join('\n'),
    slug: tool.slug,
    specifications: tool.specifications.map(formatSpecification).join('\n'),
    weight: tool.weight ? formatWeight(tool.weight) : '',
    size: tool.size ? formatSize(tool.size) : '',
    makerName: tool.maker?.name ?? '',
    makerAddress: tool.maker?.address ?? '',
    ...mapPlainFields((name) => tool[name] ?? ''),
  };
}

function fillRows(rows: VolumePriceInput[]): VolumePriceInput[] {
  const count = Math.min(MAX_VOLUME_PRICES, Math.max(MIN_ROWS, rows.length + 1));
  return Array.from({ length: count }, (_, row) => rows[row] ?? EMPTY_ROW);
}

function toText(price: number): string {
  return minorToDecimal(decimalToMinor(price) ?? 0);
}

/** A form's values as the API takes them. */
export function toToolBody<T extends ToolFormValues | NewToolFormValues>({
  volumePrices,
  makerName,
  makerAddress,
  ...fields
}: T) {
  return {
    ...fields,
    volumePrices: volumePrices.map(({ quantity, unitPrice }) => ({ quantity, unitPrice })),
    maker: makerName ? { name: makerName, address: makerAddress } : null,
  };
}
