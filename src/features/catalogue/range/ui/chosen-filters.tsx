import { Link } from 'react-router';
import { buttonClasses } from '#src/shared/ui/button.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { joinUnits } from '#src/shared/units.ts';
import { categoryCopy as copy } from '../category-copy.ts';
import { type CategoryParams, getFilterLabel, listChosenFilters } from '../category-params.ts';

interface ChosenFiltersProps {
  params: Pick<CategoryParams, 'filters' | 'errors'>;
  /** The address of the page with other filters. */
  toAddress: (changes: Partial<Pick<CategoryParams, 'filters' | 'rejected'>>) => string;
}

/** The chosen filters, each with a link that removes it, and those that were ignored because of an error. */
export function ChosenFilters({ params, toAddress }: ChosenFiltersProps) {
  const chosen = listChosenFilters(params.filters);
  const rejected = [...new Set(Object.keys(params.errors).flatMap((name) => getFilterLabel(name) ?? []))];
  return (
    <>
      <p role="status" className="border border-bad px-4 py-3 empty:sr-only">
        {rejected.length > 0 && copy.notFiltered(rejected)}
      </p>
      {chosen.length + rejected.length > 0 && (
        <ul aria-label={copy.chosen} className="flex flex-wrap gap-2">
          {chosen.map(({ label, without }) => (
            <li key={label}>
              <Link
                to={toAddress({ filters: without })}
                preventScrollReset
                // The browser's name of a country may differ from the server's.
                suppressHydrationWarning
                aria-label={copy.takeAway(label)}
                className="inline-flex min-h-11 items-center gap-2 border border-edge px-3 no-underline hover:bg-tint"
              >
                {joinUnits(label)}
                <Icon name="x" className="size-4" />
              </Link>
            </li>
          ))}
          <li>
            <Link to={toAddress({ filters: { specifications: [] }, rejected: [] })} className={buttonClasses('quiet')}>
              {copy.clear}
            </Link>
          </li>
        </ul>
      )}
    </>
  );
}
