import type { ListedPaper } from '#src/features/papers/ui/paper-list.tsx';
import type { TimelineEntry } from '#src/features/purchases/contract.ts';
import type { Dispute } from '#src/features/purchases/ui/purchase-state.tsx';
import type { Refund } from '#src/features/refunds/contract.ts';
import type { Purchase } from '#src/flows/purchases/read-purchases.server.ts';
import type { ApiResult } from '#src/shared/api-client.ts';
import type { Permission } from '#src/shared/permissions.ts';
import type { LoadedStep } from './purchase-address.tsx';

/** What the page of an order shows, and to whom. */
export interface ShownOrder {
  user: { displayName: string; email: string };
  can: (permission: Permission) => boolean;
  /** The reader is the buyer, not somebody of the shop. */
  isBuyer: boolean;
  purchase: Purchase & { lines: readonly (Purchase['lines'][number] & { dispute?: Dispute | null })[] };
  timeline: ApiResult<readonly TimelineEntry[]>;
  papers: ApiResult<ListedPaper[]>;
  refunds: ApiResult<Refund[]>;
  /** The form that asks for the address. Null if nothing is asked. */
  step: ApiResult<LoadedStep> | null;
}

/**
 * Whether a reader is the buyer of a purchase. Somebody who reads everyone's orders reads them for the shop, even one
 * that they placed before they worked for it.
 */
export const isBuyerOf = ({ email }: Pick<Purchase, 'email'>, { user, can }: Pick<ShownOrder, 'user' | 'can'>) =>
  email === user.email && !can('orders.read');

/**
 * Whether an address is asked for: not if a purchase has ended, was refunded in full, or was shipped and has its
 * invoice.
 */
export function canTakeAddress(purchase: Pick<Purchase, 'state' | 'awaitsBilling' | 'total' | 'refunded'>): boolean {
  const { state, awaitsBilling, total, refunded } = purchase;
  if (state === 'placed') return true;
  return refunded !== total && (state === 'paid' || (state === 'shipped' && awaitsBilling));
}
