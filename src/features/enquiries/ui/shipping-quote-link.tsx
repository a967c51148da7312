import type { Destination } from '#src/shared/postal-address/places.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { enquiryCopy } from '../copy.ts';
import { composeShippingQuote, type LineToQuote } from '../shipping-quote.ts';

/** Leads to a request for a quote that is filled in with these lines and where they go. */
export function ShippingQuoteLink({
  lines,
  destination,
  isNextStep = false,
}: {
  lines: readonly LineToQuote[];
  destination: Destination;
  /** Whether it stands where the button for the next step would be. */
  isNextStep?: boolean;
}) {
  const { product, ...prefill } = composeShippingQuote(lines, destination);
  return (
    <ButtonLink
      to={`/quote?product=${encodeURIComponent(product)}`}
      state={{ prefill }}
      variant={isNextStep ? 'primary' : 'secondary'}
      className={isNextStep ? 'w-full' : ''}
    >
      {enquiryCopy.quote.ask}
    </ButtonLink>
  );
}
