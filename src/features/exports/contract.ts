import * as z from 'zod';
import { boundedText } from '#src/shared/bounded-schemas.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { countDays, EXPORT_DATES, EXPORT_ROWS, MAX_EXPORT_DAYS } from './rules.ts';

const DATE_SENTENCE = 'Please enter a date, such as 2026-01-31.';

const daySchema = boundedText(10, DATE_SENTENCE, DATE_SENTENCE)
  .pipe(z.iso.date(DATE_SENTENCE))
  .refine((day) => day >= '2000-01-01' && day < '2200-01-01', 'Please enter a date of this century.')
  .meta({ format: 'date' });

/** The period of an export, and what its rows are. */
export const purchaseExportSchema = z
  .object({
    from: daySchema.meta({ description: 'The first day, in the shop’s time zone.' }),
    to: daySchema.meta({
      description: `The last day, in the shop’s time zone. A period has at most ${MAX_EXPORT_DAYS} days.`,
    }),
    by: z.enum(EXPORT_ROWS, 'Please choose orders, lines or refunds.').default('purchases').meta({
      description: 'What each row is: a purchase, an order line, or a refund made in the period.',
    }),
    date: z.enum(EXPORT_DATES, 'Please choose one of the dates.').default('paid').meta({
      description:
        '`paid`: purchases that were paid in the period. `placed`: those placed in it, unpaid ones too. Refunds always go by their own date.',
    }),
  })
  .superRefine(({ from, to }, context) => {
    const days = countDays(from, to);
    const message =
      days < 1
        ? 'Please choose a day that is not before the first.'
        : `That is ${formatCount(days)} days. Please export at most ${MAX_EXPORT_DAYS} days at a time.`;
    if (days < 1 || days > MAX_EXPORT_DAYS) context.addIssue({ code: 'custom', path: ['to'], message });
  });

export type PurchaseExport = z.output<typeof purchaseExportSchema>;

/** The address of an export, signed for a minute. */
export const purchaseExportUrlSchema = z.object({ address: z.string() }).meta({ id: 'PurchaseExport' });
