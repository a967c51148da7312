import { formatCount } from '#src/shared/numbers.ts';
import { PICTURE_HINT } from '#src/shared/upload-limits.ts';

const cancel = 'Cancel';

type Named = { title: string; displayName: string };

export const reviewCopy = {
  changed: 'changed',
  states: {
    new: 'New',
    published: 'Published',
    waiting: 'Waiting',
    taken_down: 'Taken down',
    removed_user: 'By removed users',
  },
  ofTool: 'Optional for a tool that we shipped to you.',
  takenDownOn: 'Taken down on',

  own: {
    title: 'Your reviews',
    link: (count: number) => (count === 1 ? 'Your review' : `Your ${formatCount(count)} reviews`),
    none: {
      title: 'No reviews yet',
      text: 'Your reviews will appear on the home page. You can change or remove them here.',
    },
    change: 'Change',
    remove: 'Remove',
    askRemove: ({ title }: Pick<Named, 'title'>) => ({
      title: `Remove “${title}”?`,
      text: 'It will be removed from the shop right away and cannot be restored.',
      confirm: 'Yes, remove it',
      cancel,
    }),
    removed: ({ title }: Pick<Named, 'title'>) => `Removed: “${title}”.`,
    waiting: 'Only you and the shop can see it until the shop has published it.',
    takenDown:
      'Only you and the shop can see it now. You can change it so that the shop can publish it again, or remove it.',
    changePage: {
      title: 'Change your review',
      text: 'Your changes appear in the shop right away, unless the shop reads them first.',
      waiting: 'This review is hidden until the shop has read and published it.',
      takenDown: 'This review was taken down. Your changes stay hidden until the shop publishes it again.',
      submit: 'Save changes',
      stored: 'Your change is saved and visible to everyone.',
      storedWaiting: 'Your change is saved. The review is hidden until the shop has read and published it.',
      storedTakenDown: 'Your change is saved. The shop can now publish the review again.',
      back: 'Back to My Review',
      image: `Choose one to replace the current one. ${PICTURE_HINT}`,
      newer: 'The newer version',
    },
  },

  managed: {
    title: 'Reviews',
    text: 'Reviews by customers. Reviews you take down are hidden right away, and their authors see the reason. Settings say whether new ones wait for you.',
    search: 'Search by words, author or ID',
    none: { title: 'No reviews yet', text: 'Reviews customers write under My Review will be listed here.' },
    removedUser: 'removed user',
    changedSince: 'Its author has changed it. Please read it again before you publish it.',
    publish: 'Publish',
    markRead: 'Mark as read',
    takeDown: 'Take down',
    restore: 'Publish again',
    undo: 'Undo',
    askTakeDown: ({ title, displayName }: Named) => ({
      title: `Take down “${title}” by ${displayName}?`,
      text: 'It will be hidden from the home page and every public list right away. You can publish it again.',
      confirm: 'Yes, take it down',
      losesNothing: true,
      cancel,
      field: { label: 'Why?', hint: 'The author will see this, and it appears in the audit log.' },
    }),
    askRestore: ({ title, displayName }: Named) => ({
      title: `Publish “${title}” by ${displayName} again?`,
      text: 'It will be visible to everyone again.',
      confirm: 'Yes, publish it',
      losesNothing: true,
      cancel,
    }),
    done: {
      publish: ({ title, displayName }: Named) => `“${title}” by ${displayName} is now visible to everyone.`,
      markRead: ({ title, displayName }: Named) => `Marked as read: “${title}” by ${displayName}.`,
      takeDown: ({ title, displayName }: Named) =>
        `“${title}” by ${displayName} was taken down. The author can see why under My Review.`,
      restore: ({ title, displayName }: Named) => `“${title}” by ${displayName} is public again.`,
    },
  },
} as const;
