import type * as z from 'zod';
import { type LazyImport, lazyImport } from './lazy-import.ts';

/** Schemas are a third of a form's script, so they are loaded when the form gets the focus. */
export function lazySchema<S extends z.ZodType>(importSchema: () => Promise<S>): LazyImport<S> {
  return lazyImport(async () => {
    // Before any schema is made: making one may ask for the configuration.
    await import('./zod-config.ts');
    return importSchema();
  });
}
