import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import * as z from 'zod';

// In a page, zod's compiled parsers would need `eval`, which the page's policy forbids.
z.config({ jitless: true });

/** A form's check by a schema. For `lazyCheck` alone: this file brings the whole of zod along. */
export function toResolver<S extends z.ZodType<unknown, FieldValues>>(
  schema: S,
): Resolver<z.input<S>, unknown, z.output<S>> {
  return zodResolver(schema) as Resolver<z.input<S>, unknown, z.output<S>>;
}
