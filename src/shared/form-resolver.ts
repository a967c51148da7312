import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod';
import './zod-config.ts';

/** A react-hook-form resolver for a schema. Only `lazyValidator` imports this file, since it loads all of zod. */
export function toResolver<S extends z.ZodType<unknown, FieldValues>>(
  schema: S,
): Resolver<z.input<S>, unknown, z.output<S>> {
  return zodResolver(schema) as Resolver<z.input<S>, unknown, z.output<S>>;
}
