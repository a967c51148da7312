import { basketCopy } from '../copy.ts';
import type { BasketState } from './basket-store.ts';

const { notes: copy } = basketCopy;

/** Notes about the basket as a whole: it is not stored yet, its prices are unknown, or something did not fit. */
export function BasketNotes({ basket, isVisitor }: { basket: BasketState; isVisitor: boolean }) {
  const { isUnsaved, failure, left, dropped } = basket;
  const sentences = [
    failure !== null && (isUnsaved && !isVisitor ? copy.unsaved : copy.unpriced),
    left.length > 0 && copy.left(left.length),
    dropped > 0 && copy.dropped(dropped),
  ].filter((sentence) => sentence !== false);
  return (
    <div role="status">
      {sentences.length > 0 && (
        <ul className="mt-6 grid gap-1 border border-line bg-sheet px-4 py-3">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
