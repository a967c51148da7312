import { type ReactNode, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { callApi } from '#src/shared/api-client.ts';
import { cleanToolSearch } from '#src/shared/clean-search.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { Price } from '#src/shared/ui/price.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { Suggestions } from '../suggest-contract.ts';
import { describeCounts, moveActive, type SuggestionOption, toOptions } from './suggestion-options.ts';

const DEBOUNCE_MS = 120;
/** The key code of a key that an input method handles. */
const COMPOSED = 229;
/** From this width on, the field is in the bar. Equals `lg` of the style sheet. */
const WIDE = '(min-width: 64rem)';

/**
 * The suggestions below the search field, as a combobox with a list. The focus stays in the field. The field exists
 * before this file is loaded, so its attributes and events are added here.
 */
export function SearchSuggestions({
  id,
  input,
  panel,
}: {
  id: string;
  input: RefObject<HTMLInputElement | null>;
  /** The element that opens over the page on small screens. */
  panel: RefObject<HTMLElement | null>;
}) {
  const navigate = useNavigate();
  const [found, setFound] = useState<Suggestions | null>(null);
  const [active, setActive] = useState(-1);
  const fetching = useRef<AbortController>(null);
  const options = found ? toOptions(found) : [];
  const isOpen = options.length > 0;

  const close = () => {
    fetching.current?.abort();
    setFound(null);
    setActive(-1);
  };
  const suggest = async (delay: number) => {
    // Cancels the previous request: its response could come after the one to this.
    fetching.current?.abort();
    const current = new AbortController();
    const { signal } = current;
    fetching.current = current;
    const q = cleanToolSearch(input.current?.value ?? '');
    if (!q) return close();
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (signal.aborted) return;
    const path = `/tools/suggest?${new URLSearchParams({ q })}`;
    const result = await callApi<Suggestions>(path, { token: null, signal }).catch(() => null);
    if (signal.aborted) return;
    setFound(result?.ok ? result.value : null);
    setActive(-1);
  };
  const follow = () => {
    close();
    if (input.current) input.current.value = '';
    if (panel.current?.matches(':popover-open')) panel.current.hidePopover();
  };

  const onInput = useEffectEvent(() => void suggest(DEBOUNCE_MS));
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, isComposing, altKey, ctrlKey, metaKey, shiftKey } = event;
    // In Safari, the Enter that ends an input method's composition comes after it, with this code.
    if (isComposing || event.keyCode === COMPOSED || altKey || ctrlKey || metaKey || shiftKey) return;
    const field = input.current;
    if (key === 'Escape' && (isOpen || field?.value)) {
      event.preventDefault();
      if (!isOpen && field) field.value = '';
      return close();
    }
    const option = options[active];
    if (key === 'Enter' && option) {
      event.preventDefault();
      follow();
      return void navigate(option.path);
    }
    if (key === 'ArrowDown' && !isOpen) {
      event.preventDefault();
      return void suggest(0);
    }
    const next = moveActive(key, active, options.length);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
  });
  const onSubmit = useEffectEvent(close);
  const onFocusOut = useEffectEvent((event: FocusEvent) => {
    if (!(event.relatedTarget instanceof Node && panel.current?.contains(event.relatedTarget))) close();
  });
  // Somebody may have typed while this file was loading.
  const onLoaded = useEffectEvent(() => {
    if (input.current && input.current.value !== input.current.defaultValue) void suggest(0);
  });
  useEffect(() => {
    const [field, form, around] = [input.current, input.current?.form, panel.current];
    const listening = new AbortController();
    const { signal } = listening;
    field?.addEventListener('input', () => onInput(), { signal });
    field?.addEventListener('keydown', (event) => onKeyDown(event), { signal });
    form?.addEventListener('submit', () => onSubmit(), { signal });
    around?.addEventListener('focusout', (event) => onFocusOut(event), { signal });
    // In the top layer, the field would stay over the page.
    matchMedia(WIDE).addEventListener('change', () => around?.matches(':popover-open') && around.hidePopover(), {
      signal,
    });
    onLoaded();
    return () => {
      listening.abort();
      fetching.current?.abort();
    };
  }, [input, panel]);

  useLayoutEffect(() => {
    const field = input.current;
    if (!field) return;
    field.setAttribute('aria-expanded', String(isOpen));
    setAttribute(field, 'aria-controls', isOpen ? id : null);
    setAttribute(field, 'aria-activedescendant', isOpen && active >= 0 ? toOptionId(id, active) : null);
    if (active >= 0) document.getElementById(toOptionId(id, active))?.scrollIntoView({ block: 'nearest' });
  }, [input, id, isOpen, active]);

  const toGroup = (kind: SuggestionOption['kind'], label: string) => {
    const indexes = options.flatMap((option, at) => (option.kind === kind ? [at] : []));
    if (indexes.length === 0) return null;
    return (
      // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
      <div role="group" aria-labelledby={`${id}-${kind}`}>
        <p id={`${id}-${kind}`} className="px-4 pt-3 pb-1 font-semibold text-fine text-muted">
          {label}
        </p>
        {indexes.map((at) => (
          <Option
            key={options[at]?.path}
            id={toOptionId(id, at)}
            option={options[at] as SuggestionOption}
            isActive={at === active}
            onFollow={follow}
          />
        ))}
      </div>
    );
  };
  return (
    <>
      <p role="status" className="sr-only">
        {found && describeCounts(found)}
      </p>
      {isOpen && (
        <div
          id={id}
          role="listbox"
          aria-label={SUGGESTIONS}
          className="-mx-4 -mb-2.5 mt-2.5 max-h-[60dvh] overflow-y-auto overscroll-contain border-line border-t bg-sheet pb-2 lg:absolute lg:top-full lg:left-0 lg:z-30 lg:mx-0 lg:my-0 lg:w-120 lg:border lg:border-ink"
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
        >
          {toGroup('category', 'Categories')}
          {toGroup('product', 'Products')}
        </div>
      )}
    </>
  );
}

const SUGGESTIONS = 'Suggestions';

function toOptionId(id: string, at: number): string {
  return `${id}-${at}`;
}

function setAttribute(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

function Option({
  id,
  option,
  isActive,
  onFollow,
}: {
  id: string;
  option: SuggestionOption;
  isActive: boolean;
  onFollow: () => void;
}) {
  const mark = isActive ? 'border-signal bg-tint' : 'border-transparent hover:bg-tint';
  return (
    <Link
      to={option.path}
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      className={`flex min-h-14 items-center gap-3 border-l-4 py-1.5 pr-4 pl-3 no-underline ${mark}`}
      onClick={(event) => {
        // The browser itself opens a new window or tab.
        if (!(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)) onFollow();
      }}
    >
      {option.kind === 'category' ? <CategoryText {...option} /> : <ProductText {...option} />}
    </Link>
  );
}

function CategoryText({ category: { path, tools } }: Extract<SuggestionOption, { kind: 'category' }>): ReactNode {
  return (
    <>
      <span className="min-w-0 flex-1 wrap-anywhere">{path}</span>
      <span className="figures text-fine text-muted">{formatCount(tools)}</span>
    </>
  );
}

function ProductText({ product }: Extract<SuggestionOption, { kind: 'product' }>): ReactNode {
  const { itemName, sku, balance, picture } = product;
  return (
    <>
      <ResponsiveImage
        src={picture}
        alt=""
        sizes="3.5rem"
        className="aspect-4/3 w-14 shrink-0 border border-line object-contain"
      />
      <span className="min-w-0 flex-1">
        <span className="block leading-snug wrap-anywhere">{joinUnits(itemName)}</span>{' '}
        <span className="figures block text-fine text-muted wrap-anywhere">{sku}</span>
      </span>{' '}
      <Price amount={balance} className="shrink-0 text-fine" />
    </>
  );
}
