import * as z from 'zod';

export const LARGEST_PAGE = 100;

/**
 * The two parameters of every list. Without them: the newest 100, in ascending order of creation.
 * `before` is an `_id`: only what was created before it.
 */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(LARGEST_PAGE).default(LARGEST_PAGE),
  before: z
    .string()
    .regex(/^[A-Za-z0-9]{24}$/)
    .optional(),
});

export type PageQuery = z.infer<typeof pageQuerySchema>;
