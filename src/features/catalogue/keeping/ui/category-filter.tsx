import { useId } from 'react';
import { inputClasses } from '#src/shared/ui/field.tsx';
import type { ListNavigation } from '#src/shared/ui/list/use-list-navigation.ts';
import { catalogueCopy } from '../copy.ts';
import { useAllCategories } from './use-all-categories.ts';

const { categoryFilter: copy } = catalogueCopy;

/** Narrows a list to a category and those below it. */
export function CategoryFilter({ list: { params, filterFurther } }: { list: ListNavigation }) {
  const id = useId();
  const categories = useAllCategories();
  const chosen = readCategory(params.filters);
  const isKnown = chosen === '' || categories.some(({ slug }) => slug === chosen);
  return (
    <div className="grid min-w-0 grow basis-36 gap-1.5 sm:w-56 sm:grow-0 sm:basis-auto">
      <label htmlFor={id} className="font-semibold leading-snug">
        {copy.label}
      </label>
      <select
        id={id}
        value={chosen}
        className={inputClasses}
        onChange={({ target }) => filterFurther(target.value && `category=${target.value}`)}
      >
        <option value="">{copy.all}</option>
        {!isKnown && <option value={chosen}>{chosen}</option>}
        {categories.map(({ slug, path }) => (
          <option key={slug} value={slug}>
            {path}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The slug of the category among further filters, or ''. */
export function readCategory(filters: string | undefined): string {
  return new URLSearchParams(filters).get('category') ?? '';
}
