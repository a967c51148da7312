import type * as z from 'zod';
import { toFieldErrors } from './field-errors.ts';
import './zod-config.ts';

/** What a schema makes of a form's values, or the first error of each field. */
export type CheckedForm<O> = { data: O; errors?: undefined } | { errors: Record<string, string> };

/** Only lazy imports lead here, since it loads all of zod. */
export function checkForm<S extends z.ZodType>(schema: S, values: z.input<S>): CheckedForm<z.output<S>> {
  const { data, error } = schema.safeParse(values);
  return error ? { errors: toFieldErrors(error.issues) } : { data };
}
