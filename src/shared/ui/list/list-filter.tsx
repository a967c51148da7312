import { Link } from 'react-router';
import type { ListNavigation } from './use-list.ts';

/** Narrows a list to one state, or to all again. */
export function ListFilter({ list: { address, choices, link }, label }: { list: ListNavigation; label: string }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap pl-px pt-px">
        {[['', 'All'] as const, ...choices.states].map(([state, text]) => (
          <li key={state} className="-ml-px -mt-px">
            <Link
              {...link({ state })}
              aria-current={state === address.state ? 'true' : undefined}
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
