import * as z from 'zod';

export const blogDetailSchema = z.object({ title: z.string(), description: z.string() });

export type BlogDetail = z.infer<typeof blogDetailSchema>;

export const blogSchema = z
  .object({
    _id: z.string(),
    author: z.string(),
    question: z.string(),
    short_description: z.string(),
    detail: z.array(blogDetailSchema),
    tags: z.array(z.string()).meta({ description: 'Without the # sign.' }),
    createdAt: z.string().meta({ description: 'ISO 8601.' }),
  })
  .meta({ id: 'Blog' });

export type BlogPost = z.infer<typeof blogSchema>;
