import type { FieldPath, FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import type { ApiProblem } from './api-client.ts';
import { lazyImport } from './lazy-import.ts';

export interface FormValidator<I extends FieldValues, O> {
  resolver: Resolver<I, unknown, O>;
  /** Loads the schema before it is needed. */
  preload: () => void;
}

/**
 * Checks a form with the server's schema. Schemas are a third of a form's script, so they are loaded when the form gets
 * the focus. If that fails, only the server checks the form.
 */
export function lazyValidator<S extends z.ZodType<unknown, FieldValues>>(
  importSchema: () => Promise<S>,
): FormValidator<z.input<S>, z.output<S>> {
  const { load, preload } = lazyImport(async () => {
    const [{ toResolver }, schema] = await Promise.all([import('./form-resolver.ts'), importSchema()]);
    return toResolver(schema as S);
  });
  return {
    async resolver(values, context, options) {
      const resolve = await load();
      return resolve ? resolve(values, context, options) : { values: values as z.output<S>, errors: {} };
    },
    preload,
  };
}

/**
 * Shows a problem in a form: each error at its field, with the first field focused. Returns the sentence for the form
 * as a whole if the problem belongs to none of its fields, otherwise null.
 */
export function showProblem<T extends FieldValues, O>(
  form: UseFormReturn<T, unknown, O>,
  problem: Pick<ApiProblem, 'errors' | 'detail'>,
  fields: readonly FieldPath<T>[],
): string | null {
  const invalid = fields.filter((field) => problem.errors[field]);
  for (const [index, field] of invalid.entries()) {
    form.setError(field, { type: 'server', message: problem.errors[field] ?? '' }, { shouldFocus: index === 0 });
  }
  return invalid.length > 0 ? null : (Object.values(problem.errors)[0] ?? problem.detail);
}
