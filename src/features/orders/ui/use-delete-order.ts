import { useState } from 'react';
import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { useDialog } from '#src/shared/ui/dialog.tsx';

/** Asks first, deletes, and says so. `onGone` also hears of an order that was gone already. */
export function useDeleteOrder(onDeleted: (id: string) => void, onRefused: (problem: ApiProblem) => void) {
  const dialog = useDialog();
  const [deleting, setDeleting] = useState<string | null>(null);
  return {
    /** The order being deleted now. */
    deleting,
    async deleteOrder(id: string): Promise<void> {
      if (deleting) return;
      const sure = await dialog.confirm({ ...copy.dialog.deleteOrder, confirm: 'Yes, delete it', cancel: 'Cancel' });
      if (!sure) return;
      setDeleting(id);
      const answer = await callApi(`/order/${id}`, { method: 'DELETE' });
      setDeleting(null);
      if (!answer.ok) {
        if (answer.problem.status === 404) onDeleted(id);
        return onRefused(answer.problem);
      }
      onDeleted(id);
      await dialog.alert({ tone: 'success', ...copy.dialog.deleted });
    },
  };
}
