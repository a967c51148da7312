import { type ReactNode, useRef } from 'react';
import { Form } from 'react-router';
import { minorToDecimal, numberToMinor } from '#src/shared/money.ts';
import { describePlainField, PLAIN_FIELDS } from '#src/shared/tool-fields/plain-fields.ts';
import { buttonClasses } from '#src/shared/ui/button.tsx';
import { joinUnits } from '#src/shared/units.ts';
import { categoryCopy as copy } from '../category-copy.ts';
import { getFieldTexts, getFieldUnit } from '../category-fields.ts';
import type { CategoryParams } from '../category-params.ts';
import type { ToolFacets } from '../facet-contract.ts';
import { countFilters } from '../facet-rules.ts';
import { Choice, type FieldState, FilterFieldGroup, NumberFields, Range } from './filter-fields.tsx';
import { type ToAddress, useFilterForm, useOnceTrue } from './use-filter-form.ts';

const toDecimal = (price: number | undefined) =>
  price === undefined ? undefined : minorToDecimal(numberToMinor(price));

const SHOWN_AT_FIRST = 8;

/** The filters of an address, and its input that filters nothing. */
export type FilterState = Pick<CategoryParams, 'filters' | 'rejected' | 'errors'>;

interface FilterFormProps {
  path: string;
  params: FilterState;
  facets: ToolFacets;
  /** The other parameters of the address. */
  others: readonly (readonly [name: string, value: string])[];
  toAddress: ToAddress;
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
  const apply = useFilterForm(form, texts, toAddress);
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
            <Range name="price" low={toDecimal(price?.min)} high={toDecimal(price?.max)} state={state} />
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
