import { pickDetails } from '#src/features/catalogue/keeping/add-tool.server.ts';
import type { MeantCategory } from '#src/features/catalogue/keeping/tool-category.server.ts';
import { listChangedFields, type SentFields } from '#src/features/catalogue/keeping/tool-changes.ts';
import { type NewTool, newToolSchema, type Tool, toTerms } from '#src/features/catalogue/tool/contract.ts';
import { type ToolRow, toStaffTool } from '#src/features/catalogue/tool/queries.server.ts';
import { checkTerms, MAX_SPECIFICATIONS, MAX_STOCK } from '#src/features/catalogue/tool/rules.ts';
import type { ImportField } from '#src/features/imports/rules.ts';
import { BLANK_PICTURE } from '#src/shared/blank-picture.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { pickMeant } from './category-tree.server.ts';
import { mergeProperties } from './property-cells.server.ts';
import type { WrittenFields } from './tool-cells.server.ts';

/** Sentences by the field that they are about. */
export type FieldErrors = Partial<Record<ImportField, string>>;

/** What is to be written to a tool. `delta` is for its stock, in pieces. */
export interface RowPlan {
  changed: ImportField[];
  columns: Partial<ToolRow>;
  delta: number;
  /** Its new category. Without an id, `columns.categoryId` is null until it is added. */
  category?: MeantCategory | undefined;
}

const TERMS = new Set<string>(['balance', 'minOrderQuantity', 'packMultiple', 'maxOrderQuantity', 'volumePrices']);

/**
 * Plans the change of an existing tool, by its current state. Only the given fields change. `countedFrom` is the
 * available stock with which the quantity is compared, at the export or at the check: what was ordered since then is
 * not counted twice.
 */
export function planChange(
  row: ToolRow,
  fields: WrittenFields,
  { countedFrom, isOrdered }: { countedFrom: number; isOrdered: boolean },
): { plan: RowPlan } | { errors: FieldErrors } {
  const tool = toStaffTool(row);
  const {
    quantity,
    state,
    makerName,
    makerAddress,
    relations,
    category: _,
    categoryId: __,
    properties,
    ...plain
  } = fields;
  const errors: FieldErrors = {};
  const maker = mergeMaker(tool, fields);
  if (maker === undefined) errors[makerName ? 'makerAddress' : 'makerName'] = NO_MAKER;
  const specifications = properties && mergeProperties(plain.specifications ?? tool.specifications, properties);
  if (specifications && specifications.length > MAX_SPECIFICATIONS) errors.specifications = TOO_MANY_SPECIFICATIONS;
  const sent: SentFields = {
    ...plain,
    ...(specifications ? { specifications } : {}),
    ...(relations ? { relations } : {}),
    ...(makerName === undefined && makerAddress === undefined ? {} : { maker: maker ?? null }),
  };
  const changed = listChangedFields(tool, sent);
  const columns: Partial<ToolRow> = { ...pickDetails(Object.fromEntries(changed.map((name) => [name, sent[name]]))) };
  for (const name of ['sku', 'slug', 'itemName', 'about'] as const)
    if (changed.includes(name)) Object.assign(columns, { [name]: sent[name] });
  const [image, ...moreImages] = changed.includes('pictures') ? (sent.pictures ?? []) : [];
  if (image) Object.assign(columns, { image, moreImages });
  if (relations && changed.includes('relations')) columns.relations = relations as ToolRow['relations'];
  if (changed.some((name) => TERMS.has(name))) {
    const terms = toTerms({ ...tool, ...definedTerms(plain) });
    Object.assign(errors, toFieldErrors(checkTerms(terms)));
    Object.assign(columns, terms);
  }
  const meant = pickMeant(fields);
  const category = meant?.id === row.categoryId ? undefined : meant;
  if (category) columns.categoryId = category.id ?? null;
  if (state !== undefined && state !== row.state) {
    const refusal = checkState(row, state, isOrdered);
    if (refusal) errors.state = refusal;
    columns.state = state;
  }
  const delta = quantity === undefined ? 0 : quantity - countedFrom;
  const refusal = checkStock(row, delta);
  if (refusal) errors.quantity = refusal;
  if (Object.keys(errors).length > 0) return { errors };
  const all = [
    ...changed.flatMap((name): ImportField[] =>
      name === 'maker' ? ['makerName', 'makerAddress'] : [name as ImportField],
    ),
    ...(category ? (['category'] as const) : []),
    ...(columns.state ? (['state'] as const) : []),
    ...(delta !== 0 ? (['quantity'] as const) : []),
  ];
  return { plan: { changed: all, columns, delta, category } };
}

const TOO_MANY_SPECIFICATIONS = `One product can have at most ${MAX_SPECIFICATIONS} specifications. Please leave some out.`;
const NO_MAKER = 'Please fill in both the maker and its address, or neither.';

/** The maker from the fields combined with the tool's. Undefined if one half is missing. */
function mergeMaker(tool: Pick<Tool, 'maker'> | null, { makerName, makerAddress }: WrittenFields) {
  const name = makerName ?? tool?.maker?.name ?? '';
  const address = makerAddress ?? tool?.maker?.address ?? '';
  if (name === '' && address === '') return null;
  return name === '' || address === '' ? undefined : { name, address };
}

function checkState(row: ToolRow, state: ToolRow['state'], isOrdered: boolean): string | null {
  if (state === 'archived' && row.state === 'draft')
    return 'It is a draft that customers cannot see, so there is nothing to archive.';
  if (state === 'draft' && row.state === 'archived') return 'It is archived. Please restore it first.';
  if (state === 'draft' && isOrdered) return 'It has orders, so it cannot become a draft again. Archive it instead.';
  return null;
}

function checkStock({ available, held }: ToolRow, delta: number): string | null {
  if (available + held + delta > MAX_STOCK) return `One tool can have at most ${formatCount(MAX_STOCK)} pieces.`;
  if (available + delta >= 0) return null;
  return `Only ${formatCount(available)} pieces are available now; ${formatCount(held)} more are held for orders.`;
}

function definedTerms(fields: WrittenFields) {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => TERMS.has(name) && value !== undefined),
  ) as Pick<NewTool, 'balance'>;
}

/** What a new tool needs and these fields do not have. */
export function listMissing({ itemName, balance, minOrderQuantity }: WrittenFields): FieldErrors {
  return {
    ...(itemName === undefined ? { itemName: 'A new product needs a name. Please fill it in.' } : {}),
    ...(balance === undefined ? { balance: 'A new product needs a unit price. Please fill it in.' } : {}),
    ...(minOrderQuantity === undefined
      ? { minOrderQuantity: 'A new product needs a minimum order, such as 1. Please fill it in.' }
      : {}),
  };
}

/** Plans a new tool. Missing fields get the defaults of `POST /tools`, or the shop's own. */
export function planCreate(fields: WrittenFields): { plan: RowPlan } | { errors: FieldErrors } {
  const {
    makerName,
    makerAddress,
    pictures,
    state,
    quantity = 0,
    category: _,
    categoryId: __,
    properties,
    ...plain
  } = fields;
  const errors: FieldErrors = {};
  const maker = mergeMaker(null, fields);
  if (maker === undefined) errors[makerName ? 'makerAddress' : 'makerName'] = NO_MAKER;
  if (state === 'archived') errors.state = 'A new product cannot be archived. Please enter draft or on_sale.';
  Object.assign(errors, listMissing(fields));
  if (Object.keys(errors).length > 0) return { errors };
  const [picture, ...moreImages] = pictures ?? [BLANK_PICTURE];
  const parsed = newToolSchema.safeParse({
    ...plain,
    ...(properties ? { specifications: mergeProperties(plain.specifications ?? [], properties) } : {}),
    about: fields.about ?? fields.itemName,
    // The call accepts fewer pieces at once than the stock may have.
    quantity: 0,
    picture,
    maker: maker ?? null,
    ...(state ? { state } : {}),
  });
  if (!parsed.success) {
    const entries = parsed.error.issues.map(({ path, message }) => [path.join('.'), message] as const);
    return { errors: toFieldErrors(Object.fromEntries(entries.toReversed())) };
  }
  const tool = parsed.data;
  const category = pickMeant(fields);
  return {
    plan: {
      changed: [],
      columns: {
        ...(tool.sku ? { sku: tool.sku } : {}),
        ...(tool.slug ? { slug: tool.slug } : {}),
        ...pickDetails(tool),
        ...(fields.relations ? { relations: fields.relations as ToolRow['relations'] } : {}),
        itemName: tool.itemName,
        about: tool.about,
        ...toTerms(tool),
        image: tool.picture,
        moreImages,
        state: tool.state,
        ...(category ? { categoryId: category.id ?? null } : {}),
      },
      delta: quantity,
      category,
    },
  };
}

/** Assigns errors of a whole tool to the fields of a file: 'volumePrices.0.unitPrice' → volumePrices. */
function toFieldErrors(errors: Readonly<Record<string, string>> | null): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors ?? {}).map(([path, message]) => [
      path.split('.')[0] === 'picture' ? 'pictures' : (path.split('.')[0] ?? ''),
      message,
    ]),
  );
}
