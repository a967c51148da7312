import { ButtonLink } from '#src/shared/ui/button.tsx';

/** The way from a heading to everyone's payments. */
export function PaymentsLink() {
  return (
    <ButtonLink to="/dashboard/payments" variant="secondary">
      Payments
    </ButtonLink>
  );
}
