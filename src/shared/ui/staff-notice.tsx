import { copy } from '../copy.ts';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './page.tsx';

interface StaffNoticeProps {
  text: string;
  /** Where staff can do their own work with what the page shows. */
  to?: string;
  label?: string;
}

/** Says that only customers order, and leads staff on. */
export function StaffNotice({ text, to = '/dashboard', label = copy.nav.dashboard }: StaffNoticeProps) {
  return <EmptyState title={text} action={<ButtonLink to={to}>{label}</ButtonLink>} />;
}
