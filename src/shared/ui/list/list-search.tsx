import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { MAX_SEARCH_LENGTH } from '#src/shared/pagination.ts';
import { buttonClasses } from '../button.tsx';
import { inputClasses } from '../field.tsx';
import { Icon } from '../icon.tsx';
import { cleanSearch } from './list-params.ts';
import type { ListNavigation } from './use-list-navigation.ts';

/** How long nothing is typed before it is searched for, in ms. */
const PAUSE_MS = 250;

/** The order is chosen here up to where heads are seen; without it the field needs less. */
const widths = {
  narrow: { search: 'basis-80 md:max-w-md', order: 'md:hidden' },
  wide: { search: 'basis-120 xl:max-w-md xl:basis-80', order: 'xl:hidden' },
  headless: { search: 'basis-120', order: '' },
} as const;

/**
 * The search of a list, as one types; without script it is an ordinary form. Where rows are cards or entries, which have
 * no heads, the order is chosen here too.
 */
export function ListSearch({ list, label }: { list: ListNavigation; label: string }) {
  const { params, config, navigatingAway, search, sortBy } = list;
  const id = useId();
  const [typed, setTyped] = useState(params.q);
  const [seen, setSeen] = useState(params.q);
  const [sent, setSent] = useState(params.q);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<string>(null);
  const field = useRef<HTMLInputElement>(null);
  // What somebody else put into the address (Back, a link) is put into the field; the echo of one's own typing is not.
  if (seen !== params.q) {
    setSeen(params.q);
    if (params.q !== sent) {
      setSent(params.q);
      setTyped(params.q);
    }
  }
  const send = (text: string) => {
    clearTimeout(pause.current);
    waiting.current = null;
    const q = cleanSearch(text);
    setSent(q);
    search(q);
  };
  const take = (text: string) => {
    setTyped(text);
    clearTimeout(pause.current);
    waiting.current = text;
    pause.current = setTimeout(() => {
      if (!isNavigatingAway.current) send(text);
    }, PAUSE_MS);
  };
  const isNavigatingAway = useRef(false);
  useEffect(() => {
    isNavigatingAway.current = navigatingAway;
  }, [navigatingAway]);
  // Whoever presses something has done with typing. Searched for first, so that a link has the last word: rendering
  // is too slow to tell in time that one was pressed.
  const sendWaiting = useEffectEvent(() => {
    if (waiting.current !== null) send(waiting.current);
  });
  useEffect(() => {
    const sendFirst = () => sendWaiting();
    document.addEventListener('click', sendFirst, { capture: true });
    return () => document.removeEventListener('click', sendFirst, { capture: true });
  }, []);
  const takeWhatWasTypedEarly = useEffectEvent(() => {
    const early = field.current?.value ?? '';
    if (early !== params.q) take(early);
  });
  // The field is there before the script.
  useEffect(() => {
    takeWhatWasTypedEarly();
    return () => clearTimeout(pause.current);
  }, []);
  const { search: searchWidth, order: orderPlace } =
    widths[config.noColumnHeaders ? 'headless' : config.wide ? 'wide' : 'narrow'];

  return (
    <search className={`max-w-2xl grow ${searchWidth}`}>
      <form
        method="get"
        className="flex flex-wrap gap-x-4 gap-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          send(typed);
        }}
      >
        <div className="grid min-w-0 grow basis-64 gap-1.5">
          <label htmlFor={`${id}-q`} className="font-semibold leading-snug">
            {label}
          </label>
          <div className="flex">
            <input
              id={`${id}-q`}
              ref={field}
              type="search"
              name="q"
              value={typed}
              maxLength={MAX_SEARCH_LENGTH}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="search"
              className={`${inputClasses} min-w-0 rounded-r-none`}
              onChange={(event) => take(event.target.value)}
            />
            <button type="submit" className={buttonClasses('secondary', '-ml-px rounded-l-none px-3')}>
              <Icon name="search" className="size-5" />
              <span className="sr-only">Search</span>
            </button>
          </div>
        </div>
        {params.state && <input type="hidden" name="state" value={params.state} />}
        {config.sorts.length > 1 && (
          <div className={`grid grow content-start gap-1.5 sm:grow-0 ${orderPlace}`}>
            <label htmlFor={`${id}-sort`} className="font-semibold leading-snug">
              Sort by
            </label>
            <select
              id={`${id}-sort`}
              name="sort"
              value={params.sort}
              className={inputClasses}
              onChange={(event) => sortBy(event.target.value)}
            >
              {config.sorts.map(([sort, text]) => (
                <option key={sort} value={sort}>
                  {text}
                </option>
              ))}
            </select>
          </div>
        )}
      </form>
    </search>
  );
}
