import { copy } from '#src/shared/copy.ts';
import { NoscriptNotice } from './noscript-notice.tsx';

const MENU_ENTRIES = 9;
const ROWS = 6;

/**
 * The frame of a dashboard page, drawn by the server before the shop knows who reads it: a menu, a heading and rows, all
 * without words. As high as the screen, so that the footer does not move through it.
 */
export function DashboardSkeleton() {
  return (
    <div className="frame grid min-h-dvh content-start gap-x-12 gap-y-6 pt-6 pb-20 lg:grid-cols-[13rem_minmax(0,1fr)] lg:pt-12">
      <div
        aria-hidden="true"
        className="noscript:hidden flex gap-x-5 overflow-hidden border-line border-b lg:block lg:border-b-0"
      >
        {Array.from({ length: MENU_ENTRIES }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <div key={at} className="flex h-11 items-center lg:border-line lg:border-b lg:pl-4">
            <Bar className="h-4 w-24" />
          </div>
        ))}
      </div>
      <div>
        <NoscriptNotice what="This page" />
        <div role="status" className="noscript:hidden border-ink border-b pb-5 text-fine text-muted">
          <Bar className="mb-5 h-8 w-52" />
          {copy.loading}
        </div>
        <div aria-hidden="true" className="noscript:hidden">
          {Array.from({ length: ROWS }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
            <div key={at} className="flex items-center gap-x-6 border-line border-b py-4">
              <Bar className="h-4 w-28" />
              <Bar className="h-4 grow" />
              <Bar className="h-4 w-16" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function Bar({ className }: { className: string }) {
  return <div className={`rounded-edge bg-tint ${className}`} />;
}
