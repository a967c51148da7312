import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Form, Link, useNavigate } from 'react-router';
import { formatCount } from '#src/shared/numbers.ts';
import { buttonClasses } from '#src/shared/ui/button.tsx';
import { inputClasses } from '#src/shared/ui/field.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { useHydrated } from '#src/shared/ui/use-hydrated.ts';
import { joinUnits } from '#src/shared/units.ts';
import { categoryCopy as copy } from '../category-copy.ts';
import {
  type CategoryParams,
  formatCategoryParams,
  listChosenFilters,
  parseCategoryParams,
} from '../category-params.ts';
import type { ToolFacets } from '../facet-contract.ts';
import { countFilters, formatFilters, getBaseUnit, hasRange } from '../facet-rules.ts';

const SHOWN_AT_FIRST = 8;

interface FiltersProps {
  path: string;
  params: CategoryParams;
  facets: ToolFacets;
}

/** The filters of a category: a form that works without script, and applies each change at once with it. */
export function CategoryFilters({ path, params, facets }: FiltersProps) {
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const query = formatFilters(params.filters).toString();
  useEffect(() => showChosen(form.current, new URLSearchParams(query)), [query]);
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    navigate(path + formatCategoryParams(parseCategoryParams(typed)), { preventScrollReset: true });
  };
  const { priceMin, priceMax, minimumMax, state } = params.filters;
  return (
    <details className="filters">
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
        onChange={hydrated ? (event) => event.currentTarget.requestSubmit() : undefined}
      >
        {params.view === 'table' && <input type="hidden" name="view" value="table" />}
        {params.sort !== '-created' && <input type="hidden" name="sort" value={params.sort} />}
        <Group title={copy.stock} isOpen>
          <Choice type="radio" name="state" value="" label={copy.any} checked={state === undefined} />
          {facets.stock.map((stock) => (
            <Choice
              key={stock.state}
              type="radio"
              name="state"
              value={stock.state}
              label={copy.states[stock.state]}
              count={stock.count}
              about={stock.about}
              checked={state === stock.state}
            />
          ))}
        </Group>
        {facets.price && facets.price.min < facets.price.max && (
          <Group title={copy.price} isOpen>
            <Range
              name="price"
              low={facets.price.min}
              high={facets.price.max}
              min={priceMin === undefined ? undefined : priceMin / 100}
              max={priceMax === undefined ? undefined : priceMax / 100}
              format={(bound) => bound.toFixed(2)}
            />
          </Group>
        )}
        {facets.specifications.map((facet, at) => (
          <SpecificationGroup key={facet.name} facet={facet} params={params} isOpen={at < 4} />
        ))}
        {facets.minimum && facets.minimum.min < facets.minimum.max && (
          <Group title={copy.minimum} isOpen={minimumMax !== undefined}>
            <NumberInput name="minimum.max" label={copy.minimumMax} value={minimumMax} />
          </Group>
        )}
        <button type="submit" className={buttonClasses('secondary', 'my-4 w-full')}>
          {copy.apply}
        </button>
      </Form>
    </details>
  );
}

/** After a step back in the history, the fields say what the address does. A field that has the focus keeps it. */
function showChosen(form: HTMLFormElement | null, chosen: URLSearchParams): void {
  for (const field of form?.querySelectorAll('input') ?? []) {
    const values = chosen.getAll(field.name);
    if (field.type === 'checkbox') field.checked = values.includes(field.value);
    else if (field.type === 'radio') field.checked = (values[0] ?? '') === field.value;
    else if (field.type !== 'hidden' && document.activeElement !== field) field.value = values[0] ?? '';
  }
}

function SpecificationGroup({
  facet: { name, unit, min, max, values, about, more },
  params,
  isOpen,
}: {
  facet: ToolFacets['specifications'][number];
  params: CategoryParams;
  isOpen: boolean;
}) {
  const chosen = params.filters.specifications.find((filter) => filter.name === name);
  const choices = values.map(({ value, count }) => (
    <Choice
      key={value}
      type="checkbox"
      name={`spec.${name}`}
      value={value}
      label={joinUnits(value)}
      count={count}
      about={about}
      checked={chosen?.values.includes(value) === true}
    />
  ));
  const isChosenBelow = values.slice(SHOWN_AT_FIRST).some(({ value }) => chosen?.values.includes(value));
  return (
    <Group title={name} isOpen={isOpen || chosen !== undefined}>
      {min !== null && max !== null && min < max && (
        <>
          <input
            type="hidden"
            name={`spec.${name}.unit`}
            value={chosen && hasRange(chosen) ? chosen.unit || getBaseUnit(unit)[0] : unit}
          />
          <Range name={`spec.${name}`} low={min} high={max} unit={unit} min={chosen?.min} max={chosen?.max} />
        </>
      )}
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
    </Group>
  );
}

function Group({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <details open={isOpen} className="group border-line border-b">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 font-semibold wrap-anywhere">
        {title}
        <Icon name="chevron-right" className="size-4 shrink-0 transition-transform group-open:rotate-90" />
      </summary>
      <fieldset className="pb-3">
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </details>
  );
}

function Choice({
  label,
  count,
  about = false,
  checked,
  ...input
}: {
  type: 'checkbox' | 'radio';
  name: string;
  value: string;
  label: string;
  count?: number;
  about?: boolean;
  checked: boolean;
}) {
  return (
    <label className="flex min-h-11 items-center gap-3 lg:min-h-8">
      <input {...input} defaultChecked={checked} className="size-5 shrink-0 accent-signal" />
      <span className="min-w-0 grow wrap-anywhere">{label}</span>
      {count !== undefined && (
        <span className="figures text-fine text-muted">
          {about && <span className="font-sans">about </span>}
          {formatCount(count)}
        </span>
      )}
    </label>
  );
}

function Range({
  name,
  low,
  high,
  unit = '',
  min,
  max,
  format = String,
}: {
  name: string;
  low: number;
  high: number;
  unit?: string;
  min: number | undefined;
  max: number | undefined;
  format?: (bound: number) => string;
}) {
  return (
    <div className="pb-2">
      <p className="text-fine text-muted">{copy.within(format(low), format(high), unit)}</p>
      <div className="grid grid-cols-2 gap-3">
        <NumberInput name={`${name}.min`} label={copy.from} value={min} />
        <NumberInput name={`${name}.max`} label={copy.to} value={max} />
      </div>
    </div>
  );
}

function NumberInput({ name, label, value }: { name: string; label: string; value: number | undefined }) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-fine">
        {label}
      </label>
      <input id={id} name={name} defaultValue={value} inputMode="decimal" autoComplete="off" className={inputClasses} />
    </div>
  );
}

/** The chosen filters, each of which can be taken away. */
export function ChosenFilters({ path, params }: { path: string; params: CategoryParams }) {
  const chosen = listChosenFilters(params.filters);
  if (chosen.length === 0) return null;
  return (
    <ul aria-label={copy.chosen} className="flex flex-wrap gap-2">
      {chosen.map(({ label, without }) => (
        <li key={label}>
          <Link
            to={path + formatCategoryParams(params, { filters: without })}
            preventScrollReset
            aria-label={copy.takeAway(label)}
            className="inline-flex min-h-11 items-center gap-2 border border-edge px-3 no-underline hover:bg-tint"
          >
            {joinUnits(label)}
            <Icon name="x" className="size-4" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={path + formatCategoryParams(params, { filters: { specifications: [] } })}
          className={buttonClasses('quiet')}
        >
          {copy.clear}
        </Link>
      </li>
    </ul>
  );
}
