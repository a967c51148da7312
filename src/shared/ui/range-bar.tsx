import { NavLink } from 'react-router';
import { siteCopy } from '#src/shared/site-copy.ts';
import { useTopCategories } from '#src/shared/top-categories.ts';
import { usePrefetch } from './use-prefetch.ts';

/** The way into the range, below the bar of wide screens. */
export function RangeBar() {
  return (
    <nav aria-label={siteCopy.range.label} className="hidden border-line border-t lg:block">
      <ul className="frame flex gap-x-6 whitespace-nowrap text-fine">
        <RangeLink to="/tools">{siteCopy.range.all}</RangeLink>
        {useTopCategories().map(({ name, slug }) => (
          <RangeLink key={slug} to={`/categories/${slug}`} className="min-w-0">
            {name}
          </RangeLink>
        ))}
        <RangeLink to="/categories" className="ml-auto shrink-0">
          {siteCopy.range.categories}
        </RangeLink>
      </ul>
    </nav>
  );
}

function RangeLink({ to, className = 'shrink-0', children }: { to: string; className?: string; children: string }) {
  return (
    <li className={className}>
      <NavLink
        end
        to={to}
        prefetch={usePrefetch(to, { inView: false })}
        className="block min-h-11 truncate py-3 underline-offset-4 hover:underline aria-[current=page]:font-semibold"
      >
        {children}
      </NavLink>
    </li>
  );
}
