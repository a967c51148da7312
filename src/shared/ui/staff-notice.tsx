import { copy } from '../copy.ts';
import { ButtonLink } from './button.tsx';
import { EmptyState } from './page.tsx';

interface StaffNoticeProps {
  /** Where staff can do their own work with what the page shows. */
  to?: string;
  label?: string;
}

/** Says that only customers order, and leads staff on. */
export function StaffNotice({ to = '/dashboard', label = copy.nav.dashboard }: StaffNoticeProps) {
  return (
    <EmptyState
      title="You are signed in with a staff account. Only customers can order."
      action={<ButtonLink to={to}>{label}</ButtonLink>}
    />
  );
}
