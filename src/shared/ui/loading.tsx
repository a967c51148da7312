import { messages } from '#src/shared/messages.ts';
import { Turning } from './button.tsx';
import { NeedsScript } from './needs-script.tsx';

/** The whole page is being checked or fetched. As high as the screen, so that the footer does not move through it. */
export function Loading() {
  return (
    <div className="grid min-h-dvh content-start justify-items-center pt-[30dvh]">
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
