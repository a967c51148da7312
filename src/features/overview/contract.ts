import * as z from 'zod';
import type { Permission } from '#src/shared/permissions.ts';
import { MAX_WAITING, OLDEST_SHOWN } from './rules.ts';

const count = z.number().int().min(0).max(MAX_WAITING);

/** How many things of each kind are waiting for an admin. */
export const overviewSchema = z
  .object({
    ordersToShip: count.meta({ description: 'Counts purchases, not their lines.' }),
    ordersWithoutAddress: count.meta({ description: 'Orders to ship that have no delivery address.' }),
    ordersToCancel: count.meta({ description: 'Paid orders whose buyer has asked to cancel them.' }),
    failedRefunds: count.meta({
      description: 'Payments with a refund by the shop that failed and was not tried again.',
    }),
    quotes: count,
    messages: count,
    newReviews: count.meta({
      description: 'Reviews that nobody at the shop has read since they were written or changed.',
    }),
    exemptionsToReview: count.meta({ description: 'Exemption certificates that nobody has decided about.' }),
    failedMails: count,
    stoppedImports: count.meta({ description: 'Imports that the shop could not continue.' }),
    differingPayments: count,
    disputesToAnswer: count.meta({ description: 'Payments with a dispute that needs an answer.' }),
    stuckPayments: count.meta({ description: 'Payments with webhook events that failed and are not retried.' }),
    soldOutTools: count,
    lowTools: count.meta({ description: 'Tools that can be ordered and whose stock is below their reorder level.' }),
    runningOutTools: count.meta({ description: 'Tools whose stock lasts only a few days at the pace of the last 30.' }),
    shortTools: count.meta({ description: 'Tools that are sold out, to reorder or running out, each counted once.' }),
    systemsDown: count,
  })
  .meta({ id: 'Overview' });

export type Overview = z.infer<typeof overviewSchema>;

/** The kinds whose oldest entries the overview names, with the permission to read their list. */
export const PERMISSION_TO_READ = {
  disputesToAnswer: 'payments.read',
  failedRefunds: 'payments.read',
  differingPayments: 'payments.read',
  stuckPayments: 'payments.read',
  ordersToCancel: 'orders.read',
  ordersWithoutAddress: 'orders.read',
  ordersToShip: 'orders.read',
  quotes: 'inbox.read',
  messages: 'inbox.read',
  newReviews: 'reviews.moderate',
  exemptionsToReview: 'exemptions.review',
  failedMails: 'mails.read',
  stoppedImports: 'range.import',
} as const satisfies Partial<Record<keyof Overview, Permission>>;

export type OldestKind = keyof typeof PERMISSION_TO_READ;

const amount = z.string().nullable().meta({ description: 'A decimal string; null if the kind has no amounts.' });

/** What waits longest, by kind. Kinds of which nothing waits, and those the caller may not read, are left out. */
export const oldestWaitingSchema = z
  .array(
    z.object({
      kind: z.enum(Object.keys(PERMISSION_TO_READ) as [OldestKind, ...OldestKind[]]),
      amount: amount.meta({ description: `The sum of what waits, up to ${MAX_WAITING} entries.` }),
      items: z
        .array(
          z.object({
            number: z.string().nullable().meta({ description: 'The number of the order; null if there is none.' }),
            name: z.string().meta({ description: 'The company, or the person where there is none.' }),
            amount,
            since: z.string(),
            dueBy: z.string().nullable().meta({ description: 'The deadline; null if there is none.' }),
            asksToCancel: z.boolean().meta({ description: 'An order to ship whose buyer has asked to cancel it.' }),
          }),
        )
        .max(OLDEST_SHOWN),
    }),
  )
  .meta({ id: 'OldestWaiting' });

export type OldestWaiting = z.infer<typeof oldestWaitingSchema>;
