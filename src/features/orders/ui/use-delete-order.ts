import { useState } from 'react';
import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import type { Order } from '../contract.ts';
import { orderCopy, type WholeOrder } from '../copy.ts';

interface Question {
  /** What is deleted, and what stays. */
  note: string;
  done: string;
  request: () => ReturnType<typeof callApi>;
}

/**
 * Deletes an unpaid order or one of its lines, after a question that names it. `onDeleted` is also called for one that
 * was gone already. `isOwn` orders belong to the reader; others are named with their customer.
 */
export function useDeleteOrder(isOwn: boolean, onDeleted: () => void, onError: (problem: ApiProblem) => void) {
  const dialog = useDialog();
  const [deleting, setDeleting] = useState<string | null>(null);
  const ask = async (id: string, { note, done, request }: Question) => {
    if (deleting) return;
    const { confirm, cancel, gone } = orderCopy.delete;
    if (!(await dialog.confirm({ ...copy.dialog.deleteOrder, note, confirm, cancel }))) return;
    setDeleting(id);
    const response = await request();
    setDeleting(null);
    if (response.ok) {
      onDeleted();
      await dialog.alert({ tone: 'success', ...copy.dialog.deleted, note: done });
      return;
    }
    const { problem } = response;
    if (problem.status !== 404) return onError(problem);
    onDeleted();
    onError({ ...problem, detail: gone });
  };
  const askForLine = (id: string, line: Order) =>
    ask(id, {
      note: orderCopy.delete.note(line, isOwn ? null : line.name),
      done: orderCopy.delete.done(line),
      request: () => callApi(`/order/${line._id}`, { method: 'DELETE' }),
    });
  return {
    /** The id of the order or line that is being deleted. */
    deleting,
    deleteLine: (line: Order): Promise<void> => askForLine(line._id, line),
    async deleteOrder(order: WholeOrder & { _id: string; name: string; lines: readonly Order[] }): Promise<void> {
      const [only] = order.lines;
      if (only && order.lineCount === 1) return askForLine(order._id, only);
      await ask(order._id, {
        note: orderCopy.delete.wholeNote(order, isOwn ? null : order.name),
        done: orderCopy.delete.wholeDone(order),
        request: () => callApi(`/purchases/${order._id}/cancel`, { method: 'POST', body: {} }),
      });
    },
  };
}
