import * as z from 'zod';
import { editableFields, priceSchema, toTerms, wholeNumber } from './contract.ts';
import { checkTerms } from './rules.ts';

const volumePriceSchema = z.strictObject({
  quantity: wholeNumber(2, 'Please enter a whole number of at least 2.'),
  unitPrice: priceSchema,
});

/** The rows of volume prices. Empty ones count as not there; `row` says where a filled one stands. */
const volumePriceRows = z
  .array(z.object({ quantity: z.string().trim(), unitPrice: z.string().trim() }))
  .transform((rows, context) =>
    rows.flatMap((fields, row) => {
      if (fields.quantity === '' && fields.unitPrice === '') return [];
      const { data, error } = volumePriceSchema.safeParse(fields);
      for (const { path, message } of error?.issues ?? [])
        context.addIssue({ code: 'custom', path: [row, ...path], message });
      return data ? [{ ...data, row }] : [];
    }),
  );

/** A field of a form is text; what it stands for is checked as the API does. */
const typed = <O, I>(schema: z.ZodType<O, I>) => z.string().pipe(schema as unknown as z.ZodType<O, string>);

const formFields = {
  itemName: editableFields.itemName,
  about: editableFields.about,
  balance: typed(editableFields.balance),
  minOrderQuantity: typed(editableFields.minOrderQuantity),
  packMultiple: typed(z.union([z.literal('').transform(() => 1), editableFields.packMultiple])),
  maxOrderQuantity: typed(editableFields.maxOrderQuantity),
  volumePrices: volumePriceRows,
};

type CommonFields = z.output<z.ZodObject<typeof formFields>>;

function refineTerms(fields: CommonFields, context: z.RefinementCtx): void {
  for (const [name, message] of Object.entries(checkTerms(toTerms(fields)) ?? {})) {
    const [field = '', at, key] = name.split('.');
    const row = fields.volumePrices[Number(at)]?.row;
    context.addIssue({ code: 'custom', path: row === undefined || !key ? [field] : [field, row, key], message });
  }
}

/** The fields of the form that changes a tool. The image is uploaded apart from them. */
export const toolFormSchema = z.strictObject({ ...formFields, sku: editableFields.sku }).superRefine(refineTerms);

/** The fields of the form that adds one. Without a SKU the shop makes one. */
export const newToolFormSchema = z
  .strictObject({
    ...formFields,
    quantity: typed(wholeNumber(0, 'Please enter a whole number.')),
    sku: z.union([z.literal('').transform(() => undefined), editableFields.sku]),
  })
  .superRefine(refineTerms);

/** What the forms make of their input. */
export type ToolFormValues = z.output<typeof toolFormSchema>;
export type NewToolFormValues = z.output<typeof newToolFormSchema>;
