import { formatCount } from '#src/shared/numbers.ts';

const cancel = 'Cancel';

/** Names a review and its writer. */
type Named = { title: string; displayName: string };

/** Our own texts about reviews. */
export const reviewCopy = {
  changed: 'changed',
  states: { published: 'Published', taken_down: 'Taken down', removed_user: 'Of removed users' },
  takenDownOn: 'Taken down on',

  own: {
    title: 'Your reviews',
    link: (count: number) => (count === 1 ? 'Your review' : `Your ${formatCount(count)} reviews`),
    none: {
      title: 'Nothing written yet',
      text: 'What you send is shown on the home page, and listed here to be changed or removed.',
    },
    change: 'Change',
    remove: 'Remove',
    askRemove: ({ title }: Pick<Named, 'title'>) => ({
      title: `Remove “${title}”?`,
      text: 'It disappears from the shop at once, and nobody can bring it back.',
      confirm: 'Yes, remove it',
      cancel,
    }),
    removed: ({ title }: Pick<Named, 'title'>) => `Removed: “${title}”.`,
    takenDown: 'Only you and the shop see it now. You can change it, and the shop can put it back; or you remove it.',
    changePage: {
      title: 'Change your review',
      text: 'What you save replaces it in the shop at once.',
      takenDown: 'This review was taken down. What you save stays out of sight until the shop puts it back.',
      submit: 'Save changes',
      stored: 'Your change is stored, and everybody reads it from now on.',
      storedTakenDown: 'Your change is stored. The shop can now read it and put the review back.',
      back: 'Back to My Review',
      image: 'Choose one to replace the current one. JPEG, PNG, WebP, AVIF or GIF, at most 10 MB.',
      newer: 'The newer version',
    },
  },

  managed: {
    title: 'Reviews',
    text: 'What customers wrote. What you take down disappears from the shop at once, and its writer reads why.',
    search: 'Search by words, writer or id',
    none: { title: 'No reviews yet', text: 'What customers write under My Review is listed here.' },
    removedUser: 'removed user',
    changedSince: 'Its writer has changed it since. Please read it again before you put it back.',
    takeDown: 'Take down',
    restore: 'Put back',
    undo: 'Undo',
    askTakeDown: ({ title, displayName }: Named) => ({
      title: `Take down “${title}” by ${displayName}?`,
      text: 'It disappears from the home page and every public list at once. You can put it back.',
      confirm: 'Yes, take it down',
      cancel,
      field: { label: 'Why?', hint: 'Its writer reads this, and it stands in the audit log.' },
    }),
    askRestore: ({ title, displayName }: Named) => ({
      title: `Put back “${title}” by ${displayName}?`,
      text: 'Everybody can read it again.',
      confirm: 'Yes, put it back',
      cancel,
    }),
    done: {
      takeDown: ({ title, displayName }: Named) =>
        `“${title}” by ${displayName} is taken down. Its writer reads why under My Review.`,
      restore: ({ title, displayName }: Named) => `“${title}” by ${displayName} is public again.`,
    },
  },
} as const;
