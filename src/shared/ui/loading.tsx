import { messages } from '#src/shared/messages.ts';
import { Turning } from './button.tsx';
import { NeedsScript } from './needs-script.tsx';

/** The whole page is being checked or fetched. */
export function Loading() {
  return (
    <div className="grid min-h-[70dvh] place-items-center">
      <div role="status" className="noscript:hidden">
        <p className="flex items-center gap-3 text-lead text-muted">
          <Turning className="size-7" />
          {messages.loading}
        </p>
      </div>
      <NeedsScript what="This page" />
    </div>
  );
}
