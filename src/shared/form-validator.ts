import type { FieldPath, FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import type { ApiProblem } from './api-client.ts';

export interface FormValidator<I extends FieldValues, O> {
  resolver: Resolver<I, unknown, O>;
  /** Fetches what the check needs, ahead of the moment it is needed. */
  preload: () => void;
}

/**
 * Checks a form by the same schema as the server does. Schemas are a third of a form's script, so they are fetched
 * when somebody begins to type. Where that fails the form is sent as it is: the server's own check answers then.
 */
export function lazyValidator<S extends z.ZodType<unknown, FieldValues>>(
  load: () => Promise<S>,
): FormValidator<z.input<S>, z.output<S>> {
  type Check = Resolver<z.input<S>, unknown, z.output<S>>;
  let loading: Promise<Check> | null = null;
  const loadResolver = () => {
    loading ??= Promise.all([import('./form-resolver.ts'), load()]).then(([{ toResolver }, schema]) =>
      toResolver(schema),
    );
    return loading;
  };
  const clearFailure = () => {
    loading = null;
    return null;
  };
  return {
    async resolver(values, context, options) {
      const validator = await loadResolver().catch(clearFailure);
      return validator ? validator(values, context, options) : { values: values as z.output<S>, errors: {} };
    },
    preload: () => void loadResolver().catch(clearFailure),
  };
}

/**
 * Shows a problem in a form: each sentence at its field, the first of them focused. Answers what belongs to no field
 * of this form, or null.
 */
export function showProblem<T extends FieldValues, O>(
  form: UseFormReturn<T, unknown, O>,
  problem: ApiProblem,
  fields: readonly FieldPath<T>[],
): string | null {
  const atFields = fields.filter((field) => problem.errors[field]);
  for (const [index, field] of atFields.entries()) {
    form.setError(field, { type: 'server', message: problem.errors[field] ?? '' }, { shouldFocus: index === 0 });
  }
  return atFields.length > 0 ? null : (Object.values(problem.errors)[0] ?? problem.detail);
}
