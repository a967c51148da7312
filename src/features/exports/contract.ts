import * as z from 'zod';
import { boundedText } from '#src/shared/bounded-schemas.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { TAX_KINDS } from '#src/shared/totals/tax-case.ts';
import { countDays, EXPORT_DATES, EXPORT_ROWS, MAX_EXPORT_DAYS, MAX_REPORT_ROWS } from './rules.ts';

const DATE_SENTENCE = 'Please enter a date, such as 2026-01-31.';

const daySchema = boundedText(10, DATE_SENTENCE, DATE_SENTENCE)
  .pipe(z.iso.date(DATE_SENTENCE))
  .refine((day) => day >= '2000-01-01' && day < '2200-01-01', 'Please enter a date of this century.')
  .meta({ format: 'date' });

const period = {
  from: daySchema.meta({ description: 'The first day, in the shop’s time zone.' }),
  to: daySchema.meta({
    description: `The last day, in the shop’s time zone. A period has at most ${MAX_EXPORT_DAYS} days.`,
  }),
};

/** The period of an export, and what its rows are. */
export const purchaseExportSchema = z
  .object({
    ...period,
    by: z.enum(EXPORT_ROWS, 'Please choose orders, lines or refunds.').default('purchases').meta({
      description: 'What each row is: a purchase, an order line, or a refund made in the period.',
    }),
    date: z.enum(EXPORT_DATES, 'Please choose one of the dates.').default('paid').meta({
      description:
        '`paid`: purchases that were paid in the period. `placed`: those placed in it, unpaid ones too. Refunds always go by their own date.',
    }),
  })
  .superRefine(refusePeriod);

function refusePeriod({ from, to }: { from: string; to: string }, context: z.RefinementCtx): void {
  const days = countDays(from, to);
  const message =
    days < 1
      ? 'Please choose a day that is not before the first.'
      : `That is ${formatCount(days)} days. Please export at most ${MAX_EXPORT_DAYS} days at a time.`;
  if (days < 1 || days > MAX_EXPORT_DAYS) context.addIssue({ code: 'custom', path: ['to'], message });
}

/** The period of a tax report as a file. */
export const taxExportSchema = z.object(period).superRefine(refusePeriod);

export type TaxExport = z.output<typeof taxExportSchema>;

/** The period of a tax report that is shown. Without one, it is last month. */
export const taxReportQuerySchema = z
  .object({ from: period.from.optional(), to: period.to.optional() })
  .superRefine(({ from, to }, context) => {
    if (from && to) refusePeriod({ from, to }, context);
    else if (from || to) context.addIssue({ code: 'custom', path: [from ? 'to' : 'from'], message: DATE_SENTENCE });
  });

const amount = z.string().meta({ description: 'A decimal amount; below 0 if more was credited.', example: '105.46' });

/** A line of the tax report, over the whole period. */
export const taxReportRowSchema = z
  .object({
    country: z.string().meta({ description: 'ISO 3166-1: where it is taxed, or else where the goods went.' }),
    region: z.string().meta({ description: 'Its code, in countries whose regions have one.' }),
    kind: z.enum(TAX_KINDS),
    name: z.string().meta({ description: 'The name of the tax. Empty if none is charged.' }),
    rate: z.number().nullable().meta({ description: 'In percent. Null if no tax is charged.', example: 19 }),
    currency: z.string().meta({ description: 'ISO 4217.', example: 'USD' }),
    base: amount,
    tax: amount,
    creditedBase: amount.meta({ description: 'What credit notes took off the base.' }),
    creditedTax: amount.meta({ description: 'What credit notes took off the tax.' }),
  })
  .meta({ id: 'TaxReportRow' });

export const taxReportSchema = z
  .object({
    from: z.string().meta({ description: 'The first day of the report.', example: '2026-01-01' }),
    to: z.string().meta({ description: 'Its last day.', example: '2026-01-31' }),
    rows: z.array(taxReportRowSchema),
    hasMore: z.boolean().meta({ description: `Whether there are more than ${MAX_REPORT_ROWS} rows. The CSV has all.` }),
    totals: z.array(
      z.object({
        currency: z.string(),
        net: amount.meta({ description: 'All turnover without tax, each amount once however many taxes it bears.' }),
        tax: amount,
        total: amount.meta({ description: 'Invoices and debit notes without credit notes.' }),
      }),
    ),
  })
  .meta({ id: 'TaxReport' });

export type TaxReport = z.infer<typeof taxReportSchema>;
export type TaxReportRow = TaxReport['rows'][number];

export type PurchaseExport = z.output<typeof purchaseExportSchema>;

/** The address of an export, signed for a minute. */
export const purchaseExportUrlSchema = z.object({ address: z.string() }).meta({ id: 'PurchaseExport' });
