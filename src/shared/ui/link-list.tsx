import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { usePrefetch } from './use-prefetch.ts';

/** Links under each other, each with an optional note at its right. */
export function LinkList({ entries }: { entries: readonly { to: string; label: string; note?: ReactNode }[] }) {
  const prefetch = usePrefetch();
  return (
    <ul>
      {entries.map(({ to, label, note }) => (
        <li key={to} className="border-line border-b">
          <Link
            to={to}
            prefetch={prefetch}
            className="group flex min-h-12 items-center justify-between gap-6 font-medium"
          >
            <span className="underline decoration-line decoration-2 underline-offset-4 group-hover:decoration-signal">
              {label}
            </span>
            {note}
          </Link>
        </li>
      ))}
    </ul>
  );
}
