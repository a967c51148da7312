import { trimmedText } from '#src/shared/bounded-schemas.ts';
import { PLAIN_FIELDS, type PlainField } from '#src/shared/tool-fields/plain-fields.ts';

/**
 * The schema of a plain field with `options`. It also accepts an option's label, in any case, since people write labels
 * into CSV files.
 */
export function createOptionField(name: PlainField) {
  const options = Object.entries(PLAIN_FIELDS[name].options ?? {});
  const values = new Map([['', ''], ...options.map(([value, label]) => [label.toLowerCase(), value] as const)]);
  for (const [value] of options) values.set(value.toLowerCase(), value);
  const sentence = `Please choose one of these: ${options.map(([, label]) => label).join(', ')}.`;
  return trimmedText(100, sentence, sentence)
    .refine((text) => values.has(text.toLowerCase()), sentence)
    .transform((text) => values.get(text.toLowerCase()) ?? '');
}
