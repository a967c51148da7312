import type * as z from 'zod';
import { toFieldErrors } from './field-errors.ts';
import './zod-config.ts';

/** A form's values as a schema parsed them, or the first error of each field. */
export type CheckedForm<O> = { data: O; errors?: undefined } | { errors: Record<string, string> };

/** Import it only lazily, since it loads all of zod. */
export function checkForm<S extends z.ZodType>(schema: S, values: z.input<S>): CheckedForm<z.output<S>> {
  const { data, error } = schema.safeParse(values);
  return error ? { errors: toFieldErrors(error.issues) } : { data };
}
