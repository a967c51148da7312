import { copy } from '#src/shared/copy.ts';
import { Spinner } from './button.tsx';
import { NoscriptNotice } from './noscript-notice.tsx';

/** Shown while a page is loading. As high as the screen, so that the footer does not move through it. */
export function Loading() {
  return (
    <div className="grid min-h-dvh content-start justify-items-center pt-[30dvh]">
      <div role="status" className="noscript:hidden">
        <p className="flex items-center gap-3 text-lead text-muted">
          <Spinner className="size-7" />
          {copy.loading}
        </p>
      </div>
      <NoscriptNotice what="This page" />
    </div>
  );
}
