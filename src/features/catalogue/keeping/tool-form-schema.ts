import * as z from 'zod';
import { boundedText, trimmedText } from '#src/shared/bounded-schemas.ts';
import { readDecimalComma } from '#src/shared/decimal-comma.ts';
import { optionalSingleLineText } from '#src/shared/field-schemas.ts';
import { mapPlainFields, type PlainField, type PlainValues } from '#src/shared/tool-fields/plain-fields.ts';
import { toTerms } from '../tool/contract.ts';
import { editableFields, priceSchema, wholeNumber } from '../tool/editable-fields.ts';
import { checkTerms } from '../tool/rules.ts';
import { parseRelation, parseSize, parseSpecification, parseWeight } from './typed-details.ts';

/** Bounds the text that is checked at all. A field with a lower bound shows its own message. */
const MAX_TYPED = 1_000;

/** The same bound for fields of many lines: a hundred rows of a specification. */
const MAX_TYPED_LINES = 60_000;

const volumePriceSchema = z.strictObject({
  quantity: wholeNumber(2, 'Please enter a whole number of at least 2.'),
  unitPrice: priceSchema,
});

/** The rows of volume prices. Empty ones are skipped; `row` says where a filled one stands in the form. */
const volumePriceRows = z
  .array(z.object({ quantity: trimmedText(MAX_TYPED), unitPrice: trimmedText(MAX_TYPED) }))
  .transform((rows, context) =>
    rows.flatMap((fields, row) => {
      if (fields.quantity === '' && fields.unitPrice === '') return [];
      const unitPrice = readDecimalComma(fields.unitPrice);
      const { data, error } = volumePriceSchema.safeParse({ ...fields, unitPrice });
      for (const { path, message } of error?.issues ?? [])
        context.addIssue({ code: 'custom', path: [row, ...path], message });
      return data ? [{ ...data, row }] : [];
    }),
  );

/** Form fields are text. What they stand for is checked as the API does. */
const typed = <O, I>(schema: z.ZodType<O, I>) =>
  boundedText(MAX_TYPED_LINES).pipe(schema as unknown as z.ZodType<O, string>);

/** The rows of the specification, one per line. */
const specificationLines = boundedText(MAX_TYPED_LINES).transform((text, context) => {
  const lines = text.split('\n');
  const rows = lines.flatMap((line, at) => {
    if (line.trim() === '') return [];
    const row = parseSpecification(line);
    const sentence = `Line ${at + 1}: please enter a name, a colon and a value, such as “Jaw width: 120 mm”.`;
    if (!row) context.addIssue({ code: 'custom', message: sentence });
    return row ? [row] : [];
  });
  const { error } = editableFields.specifications.safeParse(rows);
  const [issue] = error?.issues ?? [];
  const at = typeof issue?.path[0] === 'number' ? `Row ${issue.path[0] + 1}: ` : '';
  if (issue) context.addIssue({ code: 'custom', message: `${at}${issue.message}` });
  return rows;
});

/** Related tools by their SKUs, one per line. */
const relationLines = boundedText(MAX_TYPED_LINES).transform((text, context) => {
  const rows = text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    const row = parseRelation(line);
    const sentence = `Line ${at + 1}: please enter a relation, a colon and an SKU, such as “Spare part: HM-BP24”.`;
    if (!row) context.addIssue({ code: 'custom', message: sentence });
    return row ? [row] : [];
  });
  const [issue] = editableFields.relations.safeParse(rows).error?.issues ?? [];
  if (issue) context.addIssue({ code: 'custom', message: issue.message });
  return rows;
});

/** A measure with its unit. Empty means none. */
function measured<T>(parse: (text: string) => T | null, sentence: string) {
  return boundedText(MAX_TYPED).transform((text, context) => {
    if (text.trim() === '') return null;
    const measure = parse(text);
    if (measure === null) context.addIssue({ code: 'custom', message: sentence });
    return measure;
  });
}

const plainFields = mapPlainFields((name) => typed<string | null, string | null>(editableFields[name])) as {
  [Field in PlainField]: z.ZodType<PlainValues[Field], string>;
};

const formFields = {
  itemName: editableFields.itemName,
  about: editableFields.about,
  balance: boundedText(MAX_TYPED).transform(readDecimalComma).pipe(typed(editableFields.balance)),
  minOrderQuantity: typed(editableFields.minOrderQuantity),
  packMultiple: typed(z.union([editableFields.packMultiple, z.literal('').transform(() => 1)])),
  maxOrderQuantity: typed(editableFields.maxOrderQuantity),
  reorderLevel: typed(editableFields.reorderLevel),
  volumePrices: volumePriceRows,
  category: editableFields.category,
  specifications: specificationLines,
  relations: relationLines,
  weight: measured(parseWeight, 'Please enter a number and a unit (g, kg, oz or lb), such as 1.25 kg.'),
  size: measured(
    parseSize,
    'Please enter length x width x height and a unit (mm, cm or in), such as 300 x 150 x 80 mm.',
  ),
  makerName: optionalSingleLineText(120),
  makerAddress: trimmedText(300),
  ...plainFields,
};

type CommonFields = z.output<z.ZodObject<typeof formFields>>;

function refineTerms(fields: CommonFields, context: z.RefinementCtx): void {
  for (const [name, message] of Object.entries(checkTerms(toTerms(fields)) ?? {})) {
    const [field = '', at, key] = name.split('.');
    const row = fields.volumePrices[Number(at)]?.row;
    context.addIssue({ code: 'custom', path: row === undefined || !key ? [field] : [field, row, key], message });
  }
}

/** A maker has both a name and an address, or the tool has no maker. */
function refineMaker({ makerName, makerAddress }: CommonFields, context: z.RefinementCtx): void {
  const missing = makerName && !makerAddress ? 'makerAddress' : makerAddress && !makerName ? 'makerName' : null;
  if (missing) context.addIssue({ code: 'custom', path: [missing], message: 'Please fill in both fields or neither.' });
}

/** The fields of the form that changes a tool. The image is uploaded separately. */
export const toolFormSchema = z
  .strictObject({ ...formFields, sku: editableFields.sku, slug: editableFields.slug })
  .superRefine(refineTerms)
  .superRefine(refineMaker);

/** The fields of the form that adds a tool. Without a SKU, the shop generates one. */
export const newToolFormSchema = z
  .strictObject({
    ...formFields,
    quantity: typed(wholeNumber(0, 'Please enter a whole number.')),
    sku: z.union([editableFields.sku, z.literal('').transform(() => undefined)]),
    slug: z.union([editableFields.slug, z.literal('').transform(() => undefined)]),
  })
  .superRefine(refineTerms)
  .superRefine(refineMaker);

/** The parsed values of both forms. */
export type ToolFormValues = z.output<typeof toolFormSchema>;
export type NewToolFormValues = z.output<typeof newToolFormSchema>;
