import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/**
 * What is wrong with a form as a whole. The live region is there from the start, so that screen readers announce it.
 */
export function FormError({ children }: { children?: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && (
        <p className="flex items-start gap-2 border border-bad px-4 py-3 font-medium text-bad">
          <Icon name="circle-alert" className="mt-0.5 size-5 shrink-0" />
          <span className="min-w-0">{children}</span>
        </p>
      )}
    </div>
  );
}
