import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../icon.tsx';
import { getPagerPages } from './list-params.ts';
import type { ListNavigation } from './use-list-navigation.ts';

const place = 'inline-flex min-h-11 min-w-11 items-center justify-center gap-1 border px-3';

/** The ways to the other pages of a list; nothing where there is one. `onTurn` hears of a page about to be turned. */
export function Pager({
  list: { link },
  page,
  last,
  onTurn,
}: {
  list: ListNavigation;
  page: number;
  last: number;
  onTurn: () => void;
}) {
  if (last < 2) return null;
  const turn = (target: number, children: ReactNode, name?: string, rel?: string) => {
    if (target < 1 || target > last) return <span className={`${place} border-line text-muted`}>{children}</span>;
    const way = link({ page: target });
    return (
      <Link
        {...way}
        rel={rel}
        aria-label={name}
        aria-current={target === page ? 'page' : undefined}
        onClick={(event) => {
          way.onClick?.(event);
          // Prevented where it turns the page here; what opens in another tab turns nothing.
          if (event.defaultPrevented) onTurn();
        }}
        className={`${place} border-edge no-underline transition-colors hover:bg-tint aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper`}
      >
        {children}
      </Link>
    );
  };
  return (
    <nav aria-label="Pages" className="mt-6">
      <ul className="flex flex-wrap items-center justify-between gap-2 sm:justify-start">
        <li>
          {turn(page - 1, [<Icon key="icon" name="chevron-left" className="size-4" />, 'Previous'], undefined, 'prev')}
        </li>
        <li className="text-muted sm:hidden">
          Page {page} of {last}
        </li>
        {getPagerPages(page, last).map((one, at) => (
          <li key={one ?? `gap-${at}`} className="figures hidden sm:block">
            {one === null ? <span className="px-1 text-muted">…</span> : turn(one, one, `Page ${one}`)}
          </li>
        ))}
        <li>
          {turn(page + 1, ['Next', <Icon key="icon" name="chevron-right" className="size-4" />], undefined, 'next')}
        </li>
      </ul>
    </nav>
  );
}
