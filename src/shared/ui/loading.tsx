import { Turning } from './button.tsx';

/** The whole page is being checked or fetched. */
export function Loading() {
  return (
    <div role="status" className="grid min-h-[70dvh] place-items-center">
      <p className="flex items-center gap-3 text-lead text-muted">
        <Turning className="size-7" />
        Loading
      </p>
    </div>
  );
}
