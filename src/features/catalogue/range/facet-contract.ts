import * as z from 'zod';
import { toolSearchSchema } from '#src/shared/list-query.ts';
import { PLAIN_FIELD_NAMES } from '#src/shared/tool-fields/plain-fields.ts';
import { slugQuerySchema } from '../tool/contract.ts';
import { STOCK_STATES } from '../tool/stock-state.ts';

const countSchema = z.number().int().meta({ description: 'Exact, or rounded if `about` is true.' });

const aboutSchema = z.boolean().meta({
  description:
    'The counts come from a sample and are rounded. That is so for more than 10000 tools, unless an index leaves only few of them.',
});

const rangeSchema = z.object({ min: z.number(), max: z.number() }).nullable();

const moreSchema = z.boolean().meta({ description: 'There are more values, which are rarer.' });

/** What tools can be filtered by: names, values, counts. Each filter's counts ignore that filter itself. */
export const toolFacetsSchema = z
  .object({
    total: countSchema,
    about: aboutSchema,
    price: rangeSchema.meta({ description: 'In the shop’s currency; null if there are no tools.' }),
    minimum: rangeSchema.meta({ description: 'The minimum orders, in pieces.' }),
    stock: z.array(z.object({ state: z.enum(STOCK_STATES), count: countSchema, about: aboutSchema })).meta({
      description: '`available` includes tools with few pieces left.',
    }),
    specifications: z.array(
      z.object({
        name: z.string(),
        unit: z
          .string()
          .meta({ description: 'The unit of `min` and `max`, which most of its numbers have. Empty for texts.' }),
        min: z.number().nullable(),
        max: z.number().nullable(),
        values: z.array(
          z.object({ value: z.string().meta({ description: 'Includes its unit.' }), count: countSchema }),
        ),
        about: aboutSchema,
        more: moreSchema,
      }),
    ),
    fields: z
      .array(
        z.object({
          name: z.enum(PLAIN_FIELD_NAMES),
          parameter: z.string().meta({ description: 'The parameter that filters by a value of it.' }),
          values: z.array(z.object({ value: z.string(), count: countSchema })),
          about: aboutSchema,
          more: moreSchema,
        }),
      )
      .meta({ description: 'Fields of the tool itself. Tools without a value are not counted.' }),
  })
  .meta({ id: 'ToolFacets' });

/** The named parameters of facets. Those of specifications are read separately. */
export const facetQuerySchema = z.object({
  category: slugQuerySchema,
  state: z.enum(STOCK_STATES).optional(),
  q: toolSearchSchema.optional().meta({
    description: 'Counts only tools that have all these words or this part number, as `GET /tools` finds them.',
  }),
});

export type ToolFacets = z.infer<typeof toolFacetsSchema>;
