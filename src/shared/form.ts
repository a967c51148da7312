import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { config } from 'zod';
import type { ApiProblem } from './api-client.ts';

// In a page, zod's compiled parsers would need `eval`, which the page's policy forbids.
if (typeof document !== 'undefined') config({ jitless: true });

/** Checks a form by the same schema as the server does. */
export const formResolver = zodResolver;

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
