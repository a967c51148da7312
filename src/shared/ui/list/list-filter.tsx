import { useId } from 'react';
import { Link } from 'react-router';
import { inputClasses } from '../field.tsx';
import type { ListNavigation } from './use-list-navigation.ts';

/** With more states than these, the filter is a menu. */
const MAX_INLINE_STATES = 6;

/** Filters a list by one state, or shows all. A list without states has no filter. */
export function ListFilter({ list, label }: { list: ListNavigation; label: string }) {
  const { params, config, link } = list;
  if (config.states.length === 0) return null;
  if (config.states.length > MAX_INLINE_STATES) return <FilterMenu list={list} label={label} />;
  return (
    // One row that scrolls where it is too long: an entry alone in a second row looks like another control.
    <nav ref={showCurrent} aria-label={label} className="-my-1 min-w-0 overflow-x-auto py-1 scroll-row">
      <ul className="flex w-max pl-px">
        {listChoices(config).map(([state, text]) => (
          <li key={state} className="-ml-px">
            <Link
              {...link({ state })}
              aria-current={state === params.state ? 'true' : undefined}
              className="inline-flex min-h-11 items-center border border-edge px-4 no-underline transition-colors hover:bg-tint aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:font-semibold aria-[current]:text-paper"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls a row to its current entry. */
function showCurrent(row: HTMLElement | null): void {
  row?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
}

const listChoices = ({ states, unfilteredLabel = 'All' }: ListNavigation['config']): States => [
  ['', unfilteredLabel],
  ...states,
];

function FilterMenu({ list: { params, config, filterBy }, label }: { list: ListNavigation; label: string }) {
  const id = useId();
  return (
    <div className="grid min-w-0 grow basis-36 gap-1.5 sm:grow-0 sm:basis-auto">
      <label htmlFor={id} className="font-semibold leading-snug">
        {label}
      </label>
      <select id={id} value={params.state} className={inputClasses} onChange={(event) => filterBy(event.target.value)}>
        {groupStates(listChoices(config)).map(([group, states]) => {
          const options = states.map(([state, text]) => (
            <option key={state} value={state}>
              {text}
            </option>
          ));
          return group ? (
            <optgroup key={group} label={group}>
              {options}
            </optgroup>
          ) : (
            options
          );
        })}
      </select>
    </div>
  );
}

type States = ListNavigation['config']['states'];

function groupStates(states: States): [group: string | undefined, states: States[number][]][] {
  const groups = new Map<string | undefined, States[number][]>();
  for (const state of states) groups.set(state[2], [...(groups.get(state[2]) ?? []), state]);
  return [...groups];
}
