import * as z from 'zod';

export const mailSchema = z
  .object({
    _id: z.string(),
    kind: z.string(),
    recipient: z.string(),
    subject: z.string(),
    text: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'Mail' });

export type Mail = z.infer<typeof mailSchema>;
