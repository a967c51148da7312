import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { cleanToolSearch } from '#src/shared/clean-search.ts';
import { lazyImport } from '#src/shared/lazy-import.ts';
import { MAX_TOOL_SEARCH_LENGTH } from '#src/shared/pagination.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { buttonClasses } from '#src/shared/ui/button.tsx';
import { inputClasses } from '#src/shared/ui/field.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import type { SearchSuggestions } from './search-suggestions.tsx';

const { search: copy } = siteCopy;
const suggestions = lazyImport(() => import('./search-suggestions.tsx'));

/**
 * The search field of the navigation bar: a form that works without script. On small screens a button opens it over the
 * page. Suggestions are loaded when somebody enters the field.
 */
export function SearchField() {
  const id = useId();
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  const searched = pathname === '/tools' ? cleanToolSearch(new URLSearchParams(search).get('q') ?? '') : '';
  const input = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLElement>(null);
  /** The last text that came from the page's address. Any other text was typed since. */
  const shown = useRef(searched);
  const [Suggestions, setSuggestions] = useState<typeof SearchSuggestions>();

  const shownKey = useRef(key);
  useEffect(() => {
    // Each navigation closes it, even one to the same address.
    if (shownKey.current !== key && panel.current?.matches(':popover-open')) panel.current.hidePopover();
    shownKey.current = key;
  }, [key]);
  useEffect(() => {
    const field = input.current;
    if (!field || searched === shown.current) return;
    const isTyping = field === document.activeElement && field.value !== shown.current;
    shown.current = searched;
    if (!isTyping) field.value = searched;
  }, [searched]);
  useEffect(() => {
    // Somebody entered the field before it was hydrated, or opened it.
    if (panel.current?.matches(':popover-open')) input.current?.focus();
    if (input.current === document.activeElement) load(setSuggestions);
  }, []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = cleanToolSearch(input.current?.value ?? '');
    shown.current = input.current?.value ?? '';
    void navigate(`/tools${q && `?${new URLSearchParams({ q })}`}`);
  };
  return (
    <>
      <button
        type="button"
        aria-label={copy.open}
        command="show-popover"
        commandfor={id}
        className="grid size-11 place-items-center lg:hidden noscript:hidden"
        onClick={() => {
          // The focus is set here because the browser opens the field later, and phones only show their keyboard during
          // the tap.
          panel.current?.showPopover();
          input.current?.focus();
        }}
      >
        <Icon name="search" className="size-6" />
      </button>
      <search
        id={id}
        ref={panel}
        popover="auto"
        aria-label={copy.label}
        className="search-panel border-ink bg-paper text-ink backdrop:bg-(--shade) print:hidden"
      >
        <form action="/tools" className="flex" onSubmit={submit}>
          <label htmlFor={`${id}-q`} className="sr-only">
            {copy.label}
          </label>
          <input
            id={`${id}-q`}
            ref={input}
            name="q"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={false}
            defaultValue={searched}
            maxLength={MAX_TOOL_SEARCH_LENGTH}
            placeholder={copy.hint}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="search"
            className={`${inputClasses} min-w-0 rounded-r-none`}
            onFocus={() => load(setSuggestions)}
          />
          <button type="submit" className={buttonClasses('secondary', '-ml-px rounded-l-none px-3')}>
            <Icon name="search" className="size-5" />
            <span className="sr-only">{copy.label}</span>
          </button>
          <button
            type="button"
            aria-label={copy.close}
            command="hide-popover"
            commandfor={id}
            className="-mr-2 ml-2 grid size-11 shrink-0 place-items-center lg:hidden noscript:hidden"
            onClick={() => panel.current?.hidePopover()}
          >
            <Icon name="x" className="size-6" />
          </button>
        </form>
        {Suggestions && <Suggestions id={`${id}-list`} input={input} panel={panel} />}
      </search>
    </>
  );
}

function load(show: (Suggestions: () => typeof SearchSuggestions) => void): void {
  void suggestions.load().then((loaded) => loaded && show(() => loaded.SearchSuggestions));
}
