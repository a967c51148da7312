import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Form, useLocation, useNavigate } from 'react-router';
import { describePlainField, PLAIN_FIELDS } from '#src/shared/tool-fields/plain-fields.ts';
import { buttonClasses } from '#src/shared/ui/button.tsx';
import { joinUnits } from '#src/shared/units.ts';
import { categoryCopy as copy } from '../category-copy.ts';
import { getFieldTexts, getFieldUnit } from '../category-fields.ts';
import type { CategoryParams } from '../category-params.ts';
import type { ToolFacets } from '../facet-contract.ts';
import { countFilters } from '../facet-rules.ts';
import { Choice, type FieldState, FilterFieldGroup, NumberFields, Range } from './filter-fields.tsx';

const SHOWN_AT_FIRST = 8;

/** The filters of an address, and its input that filters nothing. */
export type FilterState = Pick<CategoryParams, 'filters' | 'rejected' | 'errors'>;

interface FilterFormProps {
  path: string;
  params: FilterState;
  facets: ToolFacets;
  /** The other parameters of the address. */
  others: readonly (readonly [name: string, value: string])[];
  /** The address of the page with what the form says. */
  toAddress: (typed: URLSearchParams) => string;
}

/**
 * The filters of tools, as a form that works without script. With script, each choice applies at once, and a
 * number applies when its field is left.
 */
export function FilterForm({ path, params, facets, others, toAddress }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const hasErrors = Object.keys(params.errors).length > 0;
  const isOpen = useOnceTrue(hasErrors);
  const texts = getFieldTexts(params, facets);
  const shown = texts.toString();
  const typing = useTyping(form);
  useEffect(() => showTexts(form.current, new URLSearchParams(shown), typing.current), [shown, typing]);
  useSubmitOnChange(form);
  const apply = useApply(toAddress);
  const state = { texts, errors: params.errors };
  const { price, minimum } = facets;
  return (
    <details className="filters" open={isOpen}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 border border-edge px-4 font-semibold lg:hidden">
        {copy.filtersOf(countFilters(params.filters))}
      </summary>
      <Form
        ref={form}
        method="get"
        action={path}
        aria-label={copy.filters}
        className="grid content-start max-lg:border max-lg:border-edge max-lg:border-t-0 max-lg:px-4"
        onSubmit={apply}
      >
        {others.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <FilterFieldGroup title={copy.stock} isOpen>
          <Choice type="radio" name="state" value="" label={copy.any} checked={!texts.has('state')} />
          {facets.stock.map((stock) => (
            <Choice
              key={stock.state}
              type="radio"
              name="state"
              value={stock.state}
              label={copy.states[stock.state]}
              count={stock.count}
              about={stock.about}
              checked={texts.get('state') === stock.state}
            />
          ))}
        </FilterFieldGroup>
        {((price && price.min < price.max) || hasText(texts, 'price')) && (
          <FilterFieldGroup title={copy.price} isOpen>
            <Range name="price" low={price?.min.toFixed(2)} high={price?.max.toFixed(2)} state={state} />
          </FilterFieldGroup>
        )}
        {facets.specifications.map((facet, at) => (
          <SpecificationGroup
            key={facet.name}
            facet={facet}
            unit={getFieldUnit(facet.name, params, facets)}
            state={state}
            isOpen={at < 4}
          />
        ))}
        {facets.fields.map(({ name, parameter, ...facet }) => (
          <ValueGroup
            key={name}
            {...facet}
            title={PLAIN_FIELDS[name].label}
            field={parameter}
            toLabel={(value) => describePlainField(name, value)}
            state={state}
            isOpen={false}
          />
        ))}
        {((minimum && minimum.min < minimum.max) || hasText(texts, 'minimum')) && (
          <FilterFieldGroup title={copy.minimum} isOpen={hasText(texts, 'minimum')}>
            <NumberFields state={state} fields={[['minimum.max', copy.minimumMax]]} />
          </FilterFieldGroup>
        )}
        <button type="submit" className={buttonClasses('secondary', 'my-4 w-full')}>
          {copy.apply}
        </button>
      </Form>
    </details>
  );
}

/**
 * Whether `value` has ever been true: filters that opened because of an error don't close while somebody corrects it.
 */
function useOnceTrue(value: boolean): boolean {
  const [hasBeen, setHasBeen] = useState(value);
  if (value && !hasBeen) setHasBeen(true);
  return hasBeen;
}

/** Submits a form when a box is ticked or a changed text field is left. React's `onChange` would submit at each key. */
function useSubmitOnChange(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    const submit = () => element?.requestSubmit();
    element?.addEventListener('change', submit);
    return () => element?.removeEventListener('change', submit);
  }, [form]);
}

/** The field that somebody has typed in since the form was last submitted. */
function useTyping(form: RefObject<HTMLFormElement | null>): RefObject<EventTarget | null> {
  const typing = useRef<EventTarget | null>(null);
  useEffect(() => {
    const element = form.current;
    const listening = new AbortController();
    const { signal } = listening;
    element?.addEventListener('input', ({ target }) => (typing.current = target), { signal });
    element?.addEventListener('submit', () => (typing.current = null), { signal, capture: true });
    return () => listening.abort();
  }, [form]);
  return typing;
}

/** Navigates to what the form says, unless that was the last navigation: Enter in a changed field submits twice. */
function useApply(toAddress: FilterFormProps['toAddress']) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const current = pathname + search;
  const requested = useRef(current);
  useEffect(() => {
    requested.current = current;
  }, [current]);
  return (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    const address = toAddress(typed);
    if (address === requested.current) return;
    requested.current = address;
    void navigate(address, { preventScrollReset: true });
  };
}

/**
 * After a step back in the history, the fields show what the address says. A field that somebody is typing in keeps its
 * input.
 */
function showTexts(form: HTMLFormElement | null, texts: URLSearchParams, typing: EventTarget | null): void {
  for (const field of form?.querySelectorAll('input') ?? []) {
    const values = texts.getAll(field.name);
    if (field.type === 'checkbox') field.checked = values.includes(field.value);
    else if (field.type === 'radio') field.checked = (values[0] ?? '') === field.value;
    else if (field.type !== 'hidden' && !(field === typing && document.activeElement === field))
      field.value = values[0] ?? '';
  }
}

function hasText(texts: URLSearchParams, name: string): boolean {
  return texts.has(`${name}.min`) || texts.has(`${name}.max`);
}

function SpecificationGroup({
  facet: { name, min, max, unit: rangeUnit, values, more, about },
  unit,
  state,
  isOpen,
}: {
  facet: ToolFacets['specifications'][number];
  unit: string;
  state: FieldState;
  isOpen: boolean;
}) {
  const field = `spec.${name}`;
  const hasRangeText = hasText(state.texts, field);
  const hasRange = (min !== null && max !== null && min < max) || hasRangeText;
  // Beside 'From' and 'To', only values that a link has chosen.
  const chosen = state.texts.getAll(field);
  const shown = hasRange ? values.filter(({ value }) => chosen.includes(value)) : values;
  return (
    <ValueGroup
      title={name}
      field={field}
      values={shown}
      more={more && !hasRange}
      about={about}
      toLabel={joinUnits}
      state={state}
      isOpen={isOpen || hasRangeText}
    >
      {hasRange && (
        <>
          <input type="hidden" name={`${field}.unit`} value={unit} />
          <Range name={field} low={min?.toString()} high={max?.toString()} unit={rangeUnit} state={state} />
        </>
      )}
    </ValueGroup>
  );
}

/**
 * The values of a filter, of which any number can be chosen. `field` is their parameter; `children` are rendered above
 * them.
 */
function ValueGroup({
  title,
  field,
  values,
  about,
  more,
  toLabel,
  state,
  isOpen,
  children,
}: Pick<ToolFacets['specifications'][number], 'values' | 'about' | 'more'> & {
  title: string;
  field: string;
  toLabel: (value: string) => string;
  state: FieldState;
  isOpen: boolean;
  children?: ReactNode;
}) {
  const chosen = state.texts.getAll(field);
  const choices = values.map(({ value, count }) => (
    <Choice
      key={value}
      type="checkbox"
      name={field}
      value={value}
      label={toLabel(value)}
      count={count}
      about={about}
      checked={chosen.includes(value)}
    />
  ));
  const isChosenBelow = values.slice(SHOWN_AT_FIRST).some(({ value }) => chosen.includes(value));
  return (
    <FilterFieldGroup
      title={title}
      isOpen={isOpen || chosen.length > 0}
      error={Object.hasOwn(state.errors, field) ? state.errors[field] : undefined}
    >
      {children}
      {choices.slice(0, SHOWN_AT_FIRST)}
      {choices.length > SHOWN_AT_FIRST && (
        <details open={isChosenBelow}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
            {copy.showAll(values.length)}
          </summary>
          {choices.slice(SHOWN_AT_FIRST)}
        </details>
      )}
      {more && <p className="text-fine text-muted">{copy.rarer}</p>}
    </FilterFieldGroup>
  );
}
