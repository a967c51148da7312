import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { cleanSearch } from '#src/shared/clean-search.ts';
import { MAX_SEARCH_LENGTH, MAX_TOOL_SEARCH_LENGTH } from '#src/shared/pagination.ts';
import { buttonClasses } from '../button.tsx';
import { inputClasses } from '../field.tsx';
import { Icon } from '../icon.tsx';
import { getDefaultSort, listSorts } from './list-params.ts';
import type { ListNavigation } from './use-list-navigation.ts';

const DEBOUNCE_MS = 250;

const ROOMY = 'basis-full xl:max-w-md xl:basis-80';
/** The sort menu is hidden from the width on at which column headers are visible. */
const widths = {
  narrow: { search: 'basis-80 md:max-w-md', order: 'md:hidden' },
  wide: { search: ROOMY, order: 'xl:hidden' },
  noColumnHeaders: { search: ROOMY, order: '' },
} as const;

/**
 * Searches a list while the user types; without script, it is an ordinary form. If no column headers are visible, it
 * also has a menu for the order.
 */
export function ListSearch({ list, label }: { list: ListNavigation; label: string }) {
  const { params, config, navigatingAway, search, sortBy } = list;
  const id = useId();
  const [typed, setTyped] = useState(params.q);
  const [previousQ, setPreviousQ] = useState(params.q);
  const [sent, setSent] = useState(params.q);
  const debounce = useRef<ReturnType<typeof setTimeout>>(undefined);
  const unsent = useRef<string>(null);
  const field = useRef<HTMLInputElement>(null);
  // A search from elsewhere (Back, a link) is put into the field, but the echo of the user's own typing is not.
  if (previousQ !== params.q) {
    setPreviousQ(params.q);
    if (params.q !== sent) {
      setSent(params.q);
      setTyped(params.q);
    }
  }
  const send = (text: string) => {
    clearTimeout(debounce.current);
    unsent.current = null;
    const q = cleanSearch(text);
    setSent(q);
    search(q);
  };
  const sendSoon = (text: string) => {
    setTyped(text);
    clearTimeout(debounce.current);
    unsent.current = text;
    debounce.current = setTimeout(() => {
      if (!isNavigatingAway.current) send(text);
    }, DEBOUNCE_MS);
  };
  const isNavigatingAway = useRef(false);
  useEffect(() => {
    isNavigatingAway.current = navigatingAway;
  }, [navigatingAway]);
  // A click ends the typing. The search is sent first, so that a clicked link wins: rendering is too slow to show in
  // time that a link was clicked.
  const sendUnsent = useEffectEvent(() => {
    if (unsent.current !== null) send(unsent.current);
  });
  useEffect(() => {
    const sendFirst = () => sendUnsent();
    document.addEventListener('click', sendFirst, { capture: true });
    return () => document.removeEventListener('click', sendFirst, { capture: true });
  }, []);
  const sendEarlyInput = useEffectEvent(() => {
    const early = field.current?.value ?? '';
    if (early !== params.q) sendSoon(early);
  });
  // The user may type before hydration.
  useEffect(() => {
    sendEarlyInput();
    return () => clearTimeout(debounce.current);
  }, []);
  const defaultSort = getDefaultSort(config, params.q);
  const { search: searchWidth, order: orderVisibility } =
    widths[config.noColumnHeaders ? 'noColumnHeaders' : config.wide ? 'wide' : 'narrow'];

  return (
    // Its field, the menu for the order and the filters share rows, so that none of the menus stands alone in one.
    <search className="contents">
      <form
        method="get"
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          send(typed);
        }}
      >
        <div className={`grid min-w-0 grow gap-1.5 ${searchWidth}`}>
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
              maxLength={config.searchSort ? MAX_TOOL_SEARCH_LENGTH : MAX_SEARCH_LENGTH}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="search"
              className={`${inputClasses} min-w-0 rounded-r-none`}
              onChange={(event) => sendSoon(event.target.value)}
            />
            <button type="submit" className={buttonClasses('secondary', '-ml-px rounded-l-none px-3')}>
              <Icon name="search" className="size-5" />
              <span className="sr-only">Search</span>
            </button>
          </div>
        </div>
        {params.state && <input type="hidden" name="state" value={params.state} />}
        {config.sorts.length > 1 && (
          <div className={`grid min-w-0 grow basis-36 gap-1.5 sm:grow-0 sm:basis-auto ${orderVisibility}`}>
            <label htmlFor={`${id}-sort`} className="font-semibold leading-snug">
              Sort by
            </label>
            <select
              id={`${id}-sort`}
              name="sort"
              value={params.sort === defaultSort ? '' : params.sort}
              className={inputClasses}
              onChange={(event) => sortBy(event.target.value || defaultSort)}
            >
              {listSorts(config, params.q).map(([sort, text]) => (
                // Without script, a search uses its own default order, not that of the list before it.
                <option key={sort} value={sort === defaultSort ? '' : sort}>
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
