import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../icon.tsx';
import { getPagerPages } from './list-params.ts';
import type { ListNavigation } from './use-list-navigation.ts';

const itemClasses = 'inline-flex min-h-11 min-w-11 items-center justify-center gap-1 border px-3';

/** Links to the other pages of a list; nothing if there is only one. `onTurn` is called before another page loads. */
export function Pager({
  list: { link },
  page,
  last,
  next,
  onTurn,
}: {
  list: ListNavigation;
  page: number;
  last: number;
  /** The cursor of what follows this page; null at the end. */
  next: string | null;
  onTurn: () => void;
}) {
  if (last < 2 && page < 2) return null;
  // After the last numbered page, a cursor leads from page to page, and back to the numbered ones.
  const cursor = page >= last && next !== null ? next : '';
  const turn = (target: number, children: ReactNode, name?: string, rel?: string) => {
    const isNext = target === page + 1 && cursor !== '';
    if (target < 1 || (target > last && !isNext))
      return <span className={`${itemClasses} border-line text-muted`}>{children}</span>;
    const props = link({ page: target, cursor: isNext ? cursor : '' });
    return (
      <Link
        {...props}
        rel={rel}
        aria-label={name}
        aria-current={target === page ? 'page' : undefined}
        onClick={(event) => {
          props.onClick?.(event);
          // Not prevented if the link opens another tab.
          if (event.defaultPrevented) onTurn();
        }}
        className={`${itemClasses} border-edge no-underline transition-colors hover:bg-tint aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper`}
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
          Page {page} of {cursor || page > last ? 'many' : last}
        </li>
        {getPagerPages(page, Math.max(page, last)).map((one, at) => (
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
