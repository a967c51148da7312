import { Link } from 'react-router';
import { usePrefetch } from './use-prefetch.ts';

/** The way to a page: links to the pages above it, and its own name, which phones do not repeat above the heading. */
export function Breadcrumb({
  steps,
  current,
}: {
  steps: readonly (readonly [name: string, path: string])[];
  current: string;
}) {
  return (
    <nav aria-label="Breadcrumb" className="text-fine text-muted">
      <ol className="flex flex-wrap items-center gap-x-2">
        {steps.map(([name, path], at) => (
          <li key={path} className="flex items-center gap-x-2">
            <StepLink name={name} path={path} />
            <span aria-hidden="true" className={at === steps.length - 1 ? 'max-md:hidden' : ''}>
              /
            </span>
          </li>
        ))}
        <li aria-current="page" className="min-w-0 wrap-anywhere max-md:hidden">
          {current}
        </li>
      </ol>
    </nav>
  );
}

function StepLink({ name, path }: { name: string; path: string }) {
  return (
    <Link
      to={path}
      prefetch={usePrefetch(path)}
      className="inline-flex min-h-11 items-center underline underline-offset-4"
    >
      {name}
    </Link>
  );
}
