import * as z from 'zod';
import { MAX_WAITING } from './rules.ts';

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
    failedMails: count,
    stoppedImports: count.meta({ description: 'Imports that the shop could not continue.' }),
    differingPayments: count,
    disputesToAnswer: count.meta({ description: 'Payments with a dispute that needs an answer.' }),
    stuckPayments: count.meta({ description: 'Payments with webhook events that failed and are not retried.' }),
    soldOutTools: count,
    lowTools: count.meta({ description: 'Tools with stock for only a few orders.' }),
    runningOutTools: count.meta({ description: 'Tools whose stock lasts only a few days at the pace of the last 30.' }),
    shortTools: count.meta({ description: 'Tools that are sold out, low or running out, each counted once.' }),
    systemsDown: count,
  })
  .meta({ id: 'Overview' });

export type Overview = z.infer<typeof overviewSchema>;
