import {
  formatRelation,
  formatSize,
  formatSpecification,
  formatWeight,
  parseRelation,
  parseSize,
  parseSpecification,
  parseWeight,
} from '#src/features/catalogue/keeping/typed-details.ts';
import type { StaffTool, ToolChange } from '#src/features/catalogue/tool/contract.ts';
import { editableFields, MAX_QUANTITY, wholeNumber } from '#src/features/catalogue/tool/editable-fields.ts';
import type { ToolRelation } from '#src/features/catalogue/tool/kinds.ts';
import {
  isGtin,
  MAX_STOCK,
  type Specification,
  TOOL_STATES,
  type ToolState,
} from '#src/features/catalogue/tool/rules.ts';
import { isAmbiguous, toPlainNumber, toPlainNumbers, toWholeDigits } from '#src/features/imports/cell-numbers.ts';
import { toPlainName } from '#src/features/imports/field-names.ts';
import type { DecimalMark, ImportField } from '#src/features/imports/rules.ts';
import { clipText } from '#src/shared/clip-text.ts';
import { getShopCurrency, minorToDecimal, numberToMinor } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { PlainField } from '#src/shared/tool-fields/plain-fields.ts';
import { describeMaxLength, MAX_CELLS, MAX_ENTRY_LENGTHS, TEXT_CELLS } from './cell-lengths.ts';

type Sent = Pick<
  ToolChange,
  | 'sku'
  | 'slug'
  | 'itemName'
  | 'about'
  | 'balance'
  | 'minOrderQuantity'
  | 'packMultiple'
  | 'maxOrderQuantity'
  | 'reorderLevel'
  | 'volumePrices'
  | 'category'
  | 'categoryId'
  | 'specifications'
  | 'weight'
  | 'size'
  | 'pictures'
  | PlainField
>;

/**
 * The cells of a row as the API would receive them. A missing field is left as it is. After the look-up, `category` is
 * the whole path, and `categoryId` is missing if the category does not exist yet.
 */
export interface WrittenFields extends Sent {
  quantity?: number;
  state?: ToolState;
  /** By SKU in the file; by id after the look-up. */
  relations?: (ToolRelation | { kind: ToolRelation['kind']; sku: string })[];
  makerName?: string;
  makerAddress?: string;
  /** Rows of the specification that have a column each. One without a value is removed. */
  properties?: Specification[];
}

/** With the stock of the tool when the file was exported, which is compared and not written. */
export interface ImportFields extends WrittenFields {
  exportedStock?: number;
}

/** The names that cells use for what a tool refers to. */
export interface CellNames {
  /** The SKUs of related tools, by id. */
  skus: ReadonlyMap<string, string>;
  /** 'Power tools > Drills', by the id of the category. */
  paths: ReadonlyMap<string, string>;
}

const formatPrice = (amount: number) => minorToDecimal(numberToMinor(amount));

/** A list is written in one cell, one entry per line. */
export function formatCell(tool: StaffTool, field: ImportField, { skus, paths }: CellNames): string {
  switch (field) {
    case 'category':
      return paths.get(tool.categoryId ?? '') ?? tool.category;
    case 'balance':
      return formatPrice(tool.balance);
    case 'exportedStock':
      return String(tool.quantity);
    case 'volumePrices':
      return tool.volumePrices.map((price) => `from ${price.quantity}: ${formatPrice(price.unitPrice)}`).join('\n');
    case 'specifications':
      return tool.specifications.map(formatSpecification).join('\n');
    case 'weight':
      return tool.weight ? formatWeight(tool.weight) : '';
    case 'size':
      return tool.size ? formatSize(tool.size) : '';
    case 'pictures':
      return tool.pictures.join('\n');
    case 'relations':
      // A tool that was deleted cannot be named.
      return tool.relations
        .flatMap(({ kind, toolId }) => {
          const sku = skus.get(toolId);
          return sku ? [formatRelation({ kind, sku })] : [];
        })
        .join('\n');
    case 'makerName':
      return tool.maker?.name ?? '';
    case 'makerAddress':
      return tool.maker?.address ?? '';
    default:
      return String(tool[field] ?? '');
  }
}

/** The text of a cell with uniform line ends, which spreadsheets change. */
export function toPlainText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').trim();
}

type Parsed = { value: unknown } | { reason: string } | null;

/** An empty cell leaves these fields as they are, since a tool cannot lack them. */
const NEVER_EMPTY: ReadonlySet<ImportField> = new Set([
  'sku',
  'itemName',
  'about',
  'balance',
  'quantity',
  'exportedStock',
  'minOrderQuantity',
  'packMultiple',
  'state',
  'pictures',
  'slug',
]);

/** An empty cell removes the maker if its other half is empty, too. */
const makerFields = editableFields.maker.unwrap().shape;

/** The value that a cell gives its field, or a sentence that says what to do. Null if it says nothing. */
export function parseCell(field: ImportField, text: string, decimal: DecimalMark): Parsed {
  if (text === '' && NEVER_EMPTY.has(field)) return null;
  if (text.length > MAX_CELLS[field]) return refuseLength(field, decimal);
  switch (field) {
    case 'balance':
      return parsePrice(text, decimal);
    case 'quantity':
    case 'exportedStock': {
      const digits = toWholeDigits(text, decimal);
      if (digits === null) return { reason: 'Please enter a whole number of pieces, such as 40.' };
      return Number(digits) > MAX_STOCK
        ? { reason: `One tool can have at most ${formatCount(MAX_STOCK)} pieces.` }
        : { value: Number(digits) };
    }
    case 'minOrderQuantity':
    case 'packMultiple':
      return check(editableFields[field], toWholeDigits(text, decimal) ?? text);
    case 'maxOrderQuantity':
    case 'reorderLevel':
      return check(editableFields[field], toWholeDigits(text, decimal) ?? text);
    case 'gtin':
      return parseGtin(text);
    case 'state':
      return parseState(text);
    case 'volumePrices':
      return parseList(text, field, (line) => parseVolumePrice(line, decimal), describeVolumePrice());
    case 'specifications':
      return parseList(text, field, parseSpecification, 'such as “Jaw width: 120 mm”');
    case 'relations':
      return parseList(text, field, parseRelation, 'such as “Spare part: HM-BP24”');
    case 'weight':
      return parseMeasure(text, decimal, parseWeight, 'Please enter a number and g, kg, oz or lb, such as 1.25 kg.');
    case 'size':
      return parseMeasure(
        text,
        decimal,
        parseSize,
        'Please enter length x width x height and mm, cm or in, such as 300 x 150 x 80 mm.',
      );
    case 'pictures':
      return check(editableFields.pictures, text.split(/[\s|]+/));
    case 'makerName':
      return text === '' ? { value: '' } : check(makerFields.name, text);
    case 'makerAddress':
      return text === '' ? { value: '' } : check(makerFields.address, text);
    default:
      return check(editableFields[field], text);
  }
}

/** A text that is not a value of any field, to get the field's message. */
const NO_VALUE = '?';

function refuseLength(field: ImportField, decimal: DecimalMark): Parsed {
  return TEXT_CELLS.has(field) ? { reason: describeMaxLength(MAX_CELLS[field]) } : parseCell(field, NO_VALUE, decimal);
}

function check(
  schema: {
    safeParse(value: unknown): { success: boolean; data?: unknown; error?: { issues: { message: string }[] } };
  },
  value: unknown,
): Parsed {
  const { success, data, error } = schema.safeParse(value);
  return success ? { value: data } : { reason: error?.issues[0]?.message ?? 'Please check this value.' };
}

function parsePrice(text: string, decimal: DecimalMark): Parsed {
  const plain = toPlainNumber(text, decimal);
  return plain && isAmbiguousPrice(plain)
    ? { reason: describeAmbiguousPrice() }
    : check(editableFields.balance, plain ?? text);
}

/** Of a currency with three decimals, '1.200' is a price like any other. */
const isAmbiguousPrice = (plain: string) => getShopCurrency().digits !== 3 && isAmbiguous(plain);

const describeDecimals = () => (getShopCurrency().digits === 0 ? 'no decimals' : 'two digits after the decimal mark');

const describeAmbiguousPrice = () =>
  `The separator may mark thousands or decimals. Please enter ${describeDecimals()}, such as ${formatPrice(1200)}.`;

function describeVolumePrice(): string {
  const example = `such as “from 20: ${minorToDecimal(1720)}”`;
  return getShopCurrency().digits === 2 ? `${example}, with ${describeDecimals()}` : example;
}

/** Parses digits with blanks or hyphens between them. A spreadsheet may have dropped the leading zeros. */
function parseGtin(text: string): Parsed {
  if (/^\d[.,]\d+e\+?\d+$/i.test(text))
    return { reason: 'A spreadsheet has shortened this number. Please format its column as text and enter it again.' };
  const digits = text.replaceAll(/[\s-]/g, '');
  const padded = [0, 1, 2].map((zeros) => '0'.repeat(zeros) + digits).find(isGtin);
  return check(editableFields.gtin, padded ?? digits);
}

/** All GTINs that a cell may mean. They differ in leading zeros. */
export function listGtinForms(gtin: string): string[] {
  const digits = gtin.replace(/^0+/, '');
  return [8, 12, 13, 14].filter((length) => digits.length <= length).map((length) => digits.padStart(length, '0'));
}

const STATE_NAMES: ReadonlyMap<string, ToolState> = new Map([
  ...TOOL_STATES.map((state) => [toPlainName(state), state] as const),
  ['active', 'on_sale'],
  ['published', 'on_sale'],
]);

function parseState(text: string): Parsed {
  const state = STATE_NAMES.get(toPlainName(text));
  return state ? { value: state } : { reason: 'Please enter draft, on_sale or archived.' };
}

function parseVolumePrice(line: string, decimal: DecimalMark): { quantity: number; unitPrice: string } | null {
  // Splits at the first separator: a pattern that tries every position takes minutes for a cell of blanks.
  const at = line.search(/[:=]/);
  const from = line
    .slice(0, Math.max(0, at))
    .replace(/^(?:from|ab)/i, '')
    .trim();
  if (!/^[\d.,\s]+$/.test(from)) return null;
  const [quantity, unitPrice] = [toWholeDigits(from, decimal), toPlainNumber(line.slice(at + 1).trim(), decimal)];
  return quantity && unitPrice && !isAmbiguousPrice(unitPrice) && wholeNumber(2, '').safeParse(quantity).success
    ? { quantity: Math.min(Number(quantity), MAX_QUANTITY + 1), unitPrice }
    : null;
}

function parseList(
  text: string,
  field: keyof typeof MAX_ENTRY_LENGTHS,
  parse: (line: string) => unknown,
  example: string,
): Parsed {
  const entries: unknown[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const entry = line.length > MAX_ENTRY_LENGTHS[field] ? null : parse(line.trim());
    if (!entry) return { reason: `“${clipText(line.trim(), 60)}”: please enter one entry per line, ${example}.` };
    entries.push(entry);
  }
  return check(editableFields[field], entries);
}

function parseMeasure(text: string, decimal: DecimalMark, parse: (text: string) => unknown, sentence: string): Parsed {
  if (text === '') return { value: null };
  const measure = parse(toPlainNumbers(text, decimal));
  return measure === null ? { reason: sentence } : { value: measure };
}
