import type { FieldPath, FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import type { ApiProblem } from './api-client.ts';

export interface FormCheck<I extends FieldValues, O> {
  resolver: Resolver<I, unknown, O>;
  /** Fetches what the check needs, ahead of the moment it is needed. */
  prepare: () => void;
}

/**
 * Checks a form by the same schema as the server does. Schemas are a third of a form's script, so they are fetched
 * when somebody begins to type. Where that fails the form is sent as it is: the server's own check answers then.
 */
export function lazyCheck<S extends z.ZodType<unknown, FieldValues>>(
  load: () => Promise<S>,
): FormCheck<z.input<S>, z.output<S>> {
  type Check = Resolver<z.input<S>, unknown, z.output<S>>;
  let loading: Promise<Check> | null = null;
  const fetchCheck = () => {
    loading ??= Promise.all([import('./form-check.ts'), load()]).then(([{ resolverOf }, schema]) => resolverOf(schema));
    return loading;
  };
  const forgetFailure = () => {
    loading = null;
    return null;
  };
  return {
    async resolver(values, context, options) {
      const check = await fetchCheck().catch(forgetFailure);
      return check ? check(values, context, options) : { values: values as z.output<S>, errors: {} };
    },
    prepare: () => void fetchCheck().catch(forgetFailure),
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
