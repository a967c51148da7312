import * as z from 'zod';
import { MAX_WAITING } from './rules.ts';

const count = z.number().int().min(0).max(MAX_WAITING);

/** How many things of each kind are waiting for an admin. */
export const overviewSchema = z
  .object({
    ordersToShip: count.meta({ description: 'Purchases, whatever number of lines each has.' }),
    ordersWithoutAddress: count.meta({ description: 'Of the orders to ship, those without a delivery address.' }),
    ordersToCancel: count.meta({ description: 'Paid orders whose buyer asks to cancel them.' }),
    failedRefunds: count.meta({
      description: 'Payments with a refund of the shop that failed and was not tried again.',
    }),
    quotes: count,
    messages: count,
    failedMails: count,
    stoppedImports: count.meta({ description: 'Imports that the shop could not go on with.' }),
    differingPayments: count,
    disputesToAnswer: count.meta({ description: 'Payments with a dispute that waits for an answer.' }),
    stuckPayments: count.meta({ description: 'Payments with webhook events that are not tried again.' }),
    soldOutTools: count,
    lowTools: count.meta({ description: 'Tools with stock for few orders.' }),
    runningOutTools: count.meta({ description: 'Tools whose stock lasts for few days at the pace of the last 30.' }),
    shortTools: count.meta({ description: 'The tools of the three before, each counted once.' }),
    systemsDown: count,
  })
  .meta({ id: 'Overview' });

export type Overview = z.infer<typeof overviewSchema>;
