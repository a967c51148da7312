import * as z from 'zod';
import { toolSchema } from './contract.ts';
import { RELATION_KINDS } from './kinds.ts';

const smallestOrderSchema = z
  .number()
  .int()
  .meta({ description: 'The smallest quantity that can be ordered if there is enough stock.' });

/** A tool as pages of other tools show it. */
export const relatedToolSchema = toolSchema
  .pick({ _id: true, sku: true, slug: true, itemName: true, picture: true, balance: true, state: true })
  .extend({
    smallestOrder: smallestOrderSchema,
    kind: z.enum(RELATION_KINDS).meta({ description: 'What it is to the requested tool.' }),
  })
  .meta({ id: 'RelatedTool' });

export type RelatedTool = z.infer<typeof relatedToolSchema>;

/** A tool in the table of its other sizes. */
export const sizeSchema = toolSchema
  .pick({
    _id: true,
    sku: true,
    slug: true,
    itemName: true,
    balance: true,
    minOrderQuantity: true,
    packMultiple: true,
    specifications: true,
    weight: true,
  })
  .extend({ smallestOrder: smallestOrderSchema })
  .meta({ id: 'ToolSize' });

export type ToolSize = z.infer<typeof sizeSchema>;

/** The other tools on a tool's page. */
export const relatedSchema = z
  .object({
    related: z.array(relatedToolSchema),
    sizes: z.array(sizeSchema).meta({
      description:
        'The tools of its family that are on sale, including itself: at most 60, or fewer if they are very long. Empty if there is no other one.',
    }),
  })
  .meta({ id: 'RelatedTools' });

export type Related = z.infer<typeof relatedSchema>;
