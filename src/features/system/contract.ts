import * as z from 'zod';

export const dependencySchema = z
  .object({
    port: z.enum([
      'database',
      'replica',
      'identity',
      'payments',
      'tax',
      'images',
      'mail',
      'map',
      'vat_check',
      'backup',
    ]),
    mode: z.string().meta({ description: 'The configured system, as the environment names it.' }),
    health: z.enum(['up', 'down', 'unknown']).meta({ description: 'Unknown until the first use or probe.' }),
    trouble: z.string().nullable().meta({ description: 'What is wrong; null if nothing is.' }),
    since: z.string().nullable(),
    seenAt: z.string().nullable(),
  })
  .meta({ id: 'Port' });

export type Dependency = z.infer<typeof dependencySchema>;

/** The dependencies' health, as the responding process knows it. */
export const systemSchema = z
  .object({
    ports: z.array(dependencySchema),
    lastBackup: z
      .object({
        madeAt: z.string(),
        place: z.string(),
        bytes: z.number().int().meta({ description: 'The size of its file.' }),
      })
      .nullable()
      .meta({ description: 'The newest backup that this shop has made; null if there is none.' }),
    startedAt: z.string(),
    node: z.string().meta({ description: 'The version of the runtime.' }),
  })
  .meta({ id: 'System' });

export type System = z.infer<typeof systemSchema>;
