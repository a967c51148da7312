import { useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import type { ListState } from '#src/shared/ui/list/use-list.ts';
import type { ManagedReview } from '../contract.ts';
import { reviewCopy } from '../copy.ts';
import { getReviewState, MAX_REMOVAL_REASON_LENGTH } from '../rules.ts';

const { managed: copy } = reviewCopy;

interface Done {
  sentence: string;
  /** The review that 'Undo' restores. Undoing a restore would need a reason. */
  taken: ManagedReview | null;
}

/** Marking it as read publishes it. One that was taken down stays so. */
export const isWaiting = (review: ManagedReview) => getReviewState(review) === 'waiting';

/** What is said after each action of a call. */
const SENTENCES = {
  takedown: copy.done.takeDown,
  restore: copy.done.restore,
  approve: (review: ManagedReview) => (isWaiting(review) ? copy.done.publish(review) : copy.done.markRead(review)),
};

/** Publishes, takes down and restores reviews of the list: asks before it hides or shows one again, and says what happened. */
export function useModeration(list: Pick<ListState<ManagedReview>, 'refetch' | 'updateRow'>) {
  const dialog = useDialog();
  const [pending, setPending] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);

  const run = async (review: ManagedReview, action: keyof typeof SENTENCES, body: object) => {
    setError(null);
    setDone(null);
    setPending(review._id);
    const result = await callApi(`/review/${review._id}/${action}`, { method: 'POST', body });
    setPending(null);
    if (result.ok) {
      const sentence = SENTENCES[action](review);
      setDone({ sentence, taken: action === 'takedown' ? review : null });
    } else setError(result.problem.detail);
    // Also after a failure, since its author has changed or removed it meanwhile.
    await list.refetch();
  };
  const sendRestore = (review: ManagedReview) => run(review, 'restore', { version: review.version });

  return {
    /** The id of the review that is being changed. */
    pending,
    error,
    done,
    async takeDown(review: ManagedReview) {
      if (pending) return;
      const question = copy.askTakeDown(review);
      const reason = await dialog.prompt({
        ...question,
        field: { ...question.field, maxLength: MAX_REMOVAL_REASON_LENGTH },
      });
      if (reason !== null) await run(review, 'takedown', { reason });
    },
    async restore(review: ManagedReview) {
      if (!pending && (await dialog.confirm(copy.askRestore(review)))) await sendRestore(review);
    },
    /** Publishes a review that waits, or marks it as read. Nothing is lost, so it does not ask. */
    async approve(review: ManagedReview) {
      if (!pending) await run(review, 'approve', { version: review.version });
    },
    /** Undoes the last action without asking. */
    async undo() {
      if (done?.taken && !pending) await sendRestore(done.taken);
    },
  };
}
