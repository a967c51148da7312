import * as z from 'zod';
import { MAX_CATEGORY_NAME, PATH_SEPARATOR } from '#src/shared/category-path.ts';
import { identifierSchema, singleLineText } from '#src/shared/field-schemas.ts';
import { slugSchema } from '#src/shared/slug-schema.ts';

/** A category as everybody sees it. */
export const categorySchema = z
  .object({
    _id: z.string(),
    parentId: z.string().nullable().meta({ description: 'null at the top level.' }),
    name: z.string(),
    slug: z.string().meta({ description: 'Its page is /categories/{slug}.', example: 'twist-drills' }),
    path: z.array(z.string()).meta({ description: 'The names from the top level down to its own.' }),
    position: z.number().int().meta({ description: 'Its place among its siblings, from 1.' }),
    tools: z.number().int().meta({ description: 'The tools on sale in it and below it; at most 10000.' }),
    toolsAtLeast: z.boolean().meta({ description: 'There are more tools than that.' }),
    version: z.number().int().meta({ description: 'For If-Match.' }),
  })
  .meta({ id: 'Category' });

export type Category = z.infer<typeof categorySchema>;

/** A category as admins see it. */
export const managedCategorySchema = categorySchema
  .extend({
    public: z.boolean().meta({ description: 'false: only admins see it until a tool in or below it is on sale.' }),
  })
  .meta({ id: 'ManagedCategory' });

export type ManagedCategory = z.infer<typeof managedCategorySchema>;

const fields = {
  name: singleLineText(MAX_CATEGORY_NAME)
    .transform((name) => name.replaceAll(/\s+/g, ' '))
    .pipe(
      z.string().refine((name) => !name.includes(PATH_SEPARATOR), {
        message: `Please leave out the ${PATH_SEPARATOR}: it separates the names of a path.`,
      }),
    ),
  slug: slugSchema,
  parentId: identifierSchema.nullable().meta({ description: 'null for the top level.' }),
  position: z
    .number()
    .int('Please send a whole number.')
    .min(1, 'Please send at least 1.')
    .max(10_000, 'Please send a smaller number.')
    .meta({ description: 'Its place among its siblings, from 1. The later ones move down.' }),
};

/** What an admin sends to add a category. Without a position it becomes the last of its siblings. */
export const newCategorySchema = z
  .strictObject({
    name: fields.name,
    parentId: fields.parentId.default(null),
    slug: fields.slug.optional().meta({ description: 'Made from the name if left out.' }),
    position: fields.position.optional(),
  })
  .meta({ id: 'NewCategory' });

export type NewCategory = z.output<typeof newCategorySchema>;

/**
 * What an admin sends to change a category. `version` is the one that was read; the header If-Match may give it
 * instead.
 */
export const categoryChangeSchema = z
  .strictObject({ ...fields, version: z.number().int().min(1) })
  .partial()
  .meta({ id: 'CategoryChange' });

export type CategoryChange = z.output<typeof categoryChangeSchema>;

/** What happens to the contents of a deleted category. */
export const deleteCategoryQuerySchema = z.object({
  contents: z.enum(['parent'], 'Please send parent, or leave it out.').optional().meta({
    description:
      '`parent` moves its tools and subcategories to its parent. If left out, only an empty category is deleted.',
  }),
});

/** The response of a call that changed a category, with its new version. */
export const changedCategorySchema = z
  .object({
    acknowledged: z.literal(true),
    modifiedCount: z.number().int().meta({ description: '0 if nothing had to change.' }),
    version: z.number().int(),
  })
  .meta({ id: 'ChangedCategory' });
