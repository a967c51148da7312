import type { ReactNode } from 'react';
import { copy } from '#src/shared/copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';

interface SoldOutNoticeProps {
  toolId: string;
  reason: string;
  /** Other things the customer can do. */
  children?: ReactNode;
}

/** Replaces the order form: why nothing can be ordered, and what to do instead. */
export function SoldOutNotice({ toolId, reason, children }: SoldOutNoticeProps) {
  return (
    <div className="grid justify-items-start gap-4 border border-line border-dashed px-4 py-6">
      <p>
        <strong>{reason}</strong> Tell us how many you need, and we will send a price and a ship date.
      </p>
      <ButtonLink to={`/quote?tool=${encodeURIComponent(toolId)}`}>{copy.home.requestQuote}</ButtonLink>
      {children && <div className="w-full border-line border-t pt-4">{children}</div>}
    </div>
  );
}
