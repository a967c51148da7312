import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** A state in words as well as in colour. */
export function Badge({
  Icon,
  colour: color,
  children,
}: {
  Icon: LucideIcon;
  colour: 'text-good' | 'text-bad' | 'text-muted' | 'text-ink';
  children: ReactNode;
}) {
  return (
    <span className={`inline-flex items-start gap-1.5 text-left font-semibold ${color}`}>
      <Icon aria-hidden="true" className="mt-1 size-4 shrink-0" />
      <span>{children}</span>
    </span>
  );
}
