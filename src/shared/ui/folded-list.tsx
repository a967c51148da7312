import { type ReactElement, useEffect, useRef, useState } from 'react';
import { formatCount } from '../numbers.ts';
import { Button } from './button.tsx';

/** A list up to this length is shown whole. */
const MAX_WHOLE = 10;
const SHOWN_AT_FIRST = 6;

/** A list above something to fill in. A long one shows its first items, and the others on demand. */
export function FoldedList({ label, items }: { label: string; items: readonly ReactElement[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const first = showsAll ? list.current?.children[SHOWN_AT_FIRST] : null;
    if (!(first instanceof HTMLElement)) return;
    // The pressed button is gone.
    first.tabIndex = -1;
    first.focus();
  }, [showsAll]);
  const isFolded = !showsAll && items.length > MAX_WHOLE;
  return (
    <>
      <ul ref={list} aria-label={label}>
        {isFolded ? items.slice(0, SHOWN_AT_FIRST) : items}
      </ul>
      {isFolded && (
        <Button variant="quiet" className="-mx-5" onClick={() => setShowsAll(true)}>
          Show all {formatCount(items.length)}
        </Button>
      )}
    </>
  );
}
