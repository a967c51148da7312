import type { ReactNode } from 'react';
import { StateIcon, type StateIconName } from './state-icon.tsx';

/** A state in words as well as in color. */
export function Badge({
  icon,
  color,
  children,
}: {
  icon: StateIconName;
  color: 'text-good' | 'text-bad' | 'text-muted' | 'text-ink';
  children: ReactNode;
}) {
  return (
    <span className={`inline-flex items-start gap-1.5 text-left font-semibold ${color}`}>
      <StateIcon name={icon} className="mt-1 size-4 dense:mt-px shrink-0" />
      <span className="inline-block first-letter:uppercase">{children}</span>
    </span>
  );
}
