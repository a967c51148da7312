import { useState } from 'react';
import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { messages } from '#src/shared/messages.ts';
import { usePopup } from '#src/shared/ui/popup.tsx';

/** Asks first, deletes, and says so. `onGone` also hears of an order that was gone already. */
export function useDeletingOrder(onGone: (id: string) => void, onRefused: (problem: ApiProblem) => void) {
  const popup = usePopup();
  const [deleting, setDeleting] = useState<string | null>(null);
  return {
    /** The order being deleted now. */
    deleting,
    async deleteOrder(id: string): Promise<void> {
      if (deleting) return;
      const sure = await popup.ask({ ...messages.popup.deleteOrder, confirm: 'Yes, delete it', cancel: 'Cancel' });
      if (!sure) return;
      setDeleting(id);
      const answer = await callApi(`/order/${id}`, { method: 'DELETE' });
      setDeleting(null);
      if (!answer.ok) {
        if (answer.problem.status === 404) onGone(id);
        return onRefused(answer.problem);
      }
      onGone(id);
      await popup.show({ tone: 'success', ...messages.popup.deleted });
    },
  };
}
