import { useState } from 'react';
import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { useDialog } from '#src/shared/ui/dialog.tsx';

/** Deletes an order after a question. `onDeleted` is called for an order that was gone already, too. */
export function useDeleteOrder(onDeleted: (id: string) => void, onError: (problem: ApiProblem) => void) {
  const dialog = useDialog();
  const [deleting, setDeleting] = useState<string | null>(null);
  return {
    /** The id of the order that is being deleted. */
    deleting,
    async deleteOrder(id: string): Promise<void> {
      if (deleting) return;
      const sure = await dialog.confirm({ ...copy.dialog.deleteOrder, confirm: 'Yes, delete it', cancel: 'Cancel' });
      if (!sure) return;
      setDeleting(id);
      const response = await callApi(`/order/${id}`, { method: 'DELETE' });
      setDeleting(null);
      if (!response.ok) {
        if (response.problem.status === 404) onDeleted(id);
        return onError(response.problem);
      }
      onDeleted(id);
      await dialog.alert({ tone: 'success', ...copy.dialog.deleted });
    },
  };
}
