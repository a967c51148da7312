import { useState } from 'react';
import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import type { Order } from '../contract.ts';
import { orderCopy } from '../copy.ts';

/**
 * Deletes an order after a question that names it. `onDeleted` is also called for an order that was gone already.
 * `isOwn` orders belong to the reader; others are named with their customer.
 */
export function useDeleteOrder(
  isOwn: boolean,
  onDeleted: (id: string) => void,
  onError: (problem: ApiProblem) => void,
) {
  const dialog = useDialog();
  const [deleting, setDeleting] = useState<string | null>(null);
  return {
    /** The id of the order that is being deleted. */
    deleting,
    async deleteOrder(order: Order): Promise<void> {
      if (deleting) return;
      const { confirm, cancel, note, done, gone } = orderCopy.delete;
      const buyer = isOwn ? null : order.name;
      if (!(await dialog.confirm({ ...copy.dialog.deleteOrder, note: note(order, buyer), confirm, cancel }))) return;
      setDeleting(order._id);
      const response = await callApi(`/order/${order._id}`, { method: 'DELETE' });
      setDeleting(null);
      if (response.ok) {
        onDeleted(order._id);
        await dialog.alert({ tone: 'success', ...copy.dialog.deleted, note: done(order) });
        return;
      }
      const { problem } = response;
      if (problem.status !== 404) return onError(problem);
      onDeleted(order._id);
      onError({ ...problem, detail: gone });
    },
  };
}
