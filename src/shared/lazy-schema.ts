import type * as z from 'zod';
import type { CheckedForm } from './check-form.ts';
import { type LazyImport, lazyImport } from './lazy-import.ts';

/** A check with a schema. Schemas are a third of a form's script, so they are loaded when the form gets the focus. */
export function lazySchema<S extends z.ZodType>(
  importSchema: () => Promise<S>,
): LazyImport<(values: z.input<S>) => CheckedForm<z.output<S>>> {
  return lazyImport(async () => {
    // Loaded before any schema is created, since creating one may need zod's configuration.
    const { checkForm } = await import('./check-form.ts');
    const schema = await importSchema();
    return (values) => checkForm(schema, values);
  });
}
