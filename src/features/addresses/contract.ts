import * as z from 'zod';
import { optionalSingleLineText } from '#src/shared/field-schemas.ts';
import {
  postalAddressFields,
  refineAddress,
  wireAddressFields,
} from '#src/shared/postal-address/postal-address-schema.ts';
import { modifiedSchema } from '#src/shared/write-results.ts';
import { MAX_LABEL_LENGTH } from './rules.ts';

const versionSchema = z.number().int().min(1).meta({ description: 'Starts at 1 and goes up by one with each change.' });

/** An address in somebody's book. */
export const addressSchema = z
  .object({
    _id: z.string(),
    label: z.string().meta({ description: 'What its owner calls it; may be empty. It is not part of the address.' }),
    ...wireAddressFields,
    isDefaultDelivery: z.boolean(),
    isDefaultBilling: z.boolean(),
    version: versionSchema,
    createdAt: z.string(),
    changedAt: z.string().nullable(),
  })
  .meta({ id: 'Address' });

export type Address = z.infer<typeof addressSchema>;

const labelSchema = optionalSingleLineText(MAX_LABEL_LENGTH).meta({
  description: 'What you call it, such as `Site 14`. Nobody else sees it.',
});

const extras = {
  label: labelSchema.optional(),
  isDefaultDelivery: z
    .boolean()
    .optional()
    .meta({ description: 'Deliver here unless another address is chosen. At most one address of a book has it.' }),
  isDefaultBilling: z.boolean().optional().meta({ description: 'The same for invoices.' }),
};

/** What a customer sends to add an address. The service checks it as a whole. */
export const newAddressSchema = z.strictObject({ ...postalAddressFields, ...extras }).meta({
  id: 'NewAddress',
  description: 'Checked by the rules of its country. Fields that addresses there do not have are left out.',
});

export type NewAddress = z.output<typeof newAddressSchema>;

const changeableFields = Object.fromEntries(
  Object.entries(postalAddressFields).map(([field, schema]) => [
    field,
    schema instanceof z.ZodDefault ? schema.unwrap().optional() : schema.optional(),
  ]),
) as { [K in keyof typeof postalAddressFields]: z.ZodOptional<z.ZodString> };

/** What a customer sends to change an address. Fields that are left out stay as they are. */
export const addressChangeSchema = z
  .strictObject({
    version: versionSchema.optional().meta({
      description: 'The version that you read. If you send it, and it has changed since, the response is 409.',
    }),
    ...changeableFields,
    ...extras,
  })
  .meta({ id: 'AddressChange' });

export type AddressChange = z.output<typeof addressChangeSchema>;

/** The fields of the form. */
export const addressFormSchema = z
  .strictObject({ label: labelSchema, ...postalAddressFields })
  .transform(({ label, ...address }, context) => ({ label, ...refineAddress(address, context) }));

export const changedAddressSchema = modifiedSchema.extend({ version: versionSchema }).meta({ id: 'AddressChanged' });
