import { expect, test } from 'vitest';
import * as z from 'zod';
import { newToolFormSchema } from '#src/features/catalogue/keeping/tool-form-schema.ts';
import { priceSchema } from '#src/features/catalogue/tool/editable-fields.ts';
import { profileFieldsSchema } from '#src/features/profiles/contract.ts';
import { reviewFormSchema } from '#src/features/reviews/contract.ts';
import { optionalPhoneSchema } from '#src/shared/field-schemas.ts';
import { toResolver } from '#src/shared/form-resolver.ts';

test.each([
  ['a rating', reviewFormSchema.shape.rating, 'Please enter a whole number from 1 to 5.'],
  ['a phone number', optionalPhoneSchema, /40 characters/],
  ['a price', z.string().pipe(priceSchema as unknown as z.ZodType<unknown, string>), /price|amount|number/i],
  ['the largest order', newToolFormSchema.shape.maxOrderQuantity, 'Please enter a whole number, or leave this blank.'],
  ['a GTIN', newToolFormSchema.shape.gtin, /check digit/],
  ['a SKU', newToolFormSchema.shape.sku, /letters/i],
  ['warnings', newToolFormSchema.shape.warnings, /characters/],
  ['an image', profileFieldsSchema.shape.image, /picture|URL/],
])('%s that is much too long gets the error message of its field', async (_what, field, sentence) => {
  const resolve = toResolver(z.object({ field }));
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await resolve({ field: '9'.repeat(3_000) } as never, undefined, options as never);
  const message = (errors as { field?: { message?: string } }).field?.message ?? '';
  expect(message).toMatch(sentence);
  expect(message).not.toMatch(/Invalid input/);
});
