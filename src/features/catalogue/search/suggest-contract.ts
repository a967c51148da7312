import * as z from 'zod';
import { boundedText } from '#src/shared/bounded-schemas.ts';
import { MAX_TOOL_SEARCH_LENGTH } from '#src/shared/pagination.ts';

/** What was typed so far. */
export const suggestQuerySchema = z.object({
  q: boundedText(MAX_TOOL_SEARCH_LENGTH, `Please search for at most ${MAX_TOOL_SEARCH_LENGTH} characters.`).min(
    1,
    'Please type something.',
  ),
});

/** What the text typed so far may mean. */
export const suggestionsSchema = z
  .object({
    products: z.array(
      z.object({
        _id: z.string(),
        slug: z.string(),
        sku: z.string(),
        itemName: z.string(),
        balance: z.number().meta({ description: 'The unit price in the shop’s currency.' }),
        picture: z.string(),
      }),
    ),
    categories: z.array(
      z.object({
        name: z.string(),
        path: z.string().meta({ description: 'Its name after those above it.', example: 'Power tools > Drills' }),
        slug: z.string(),
        tools: z.number().int().meta({ description: 'The number of tools on sale in it and its subcategories.' }),
      }),
    ),
  })
  .meta({ id: 'Suggestions' });

export type Suggestions = z.infer<typeof suggestionsSchema>;
