import { ButtonLink } from '#src/shared/ui/button.tsx';

/** Leads from a page's heading to everyone's payments. */
export function PaymentsLink() {
  return (
    <ButtonLink to="/dashboard/payments" variant="secondary">
      Payments
    </ButtonLink>
  );
}
