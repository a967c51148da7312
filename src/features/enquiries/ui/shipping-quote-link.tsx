import type { Destination } from '#src/shared/postal-address/places.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { enquiryCopy } from '../copy.ts';
import { composeShippingQuote, type LineToQuote } from '../shipping-quote.ts';

/** Leads to a request for a quote that is filled in with these lines and where they go. */
export function ShippingQuoteLink({ lines, destination }: { lines: readonly LineToQuote[]; destination: Destination }) {
  const { product, ...prefill } = composeShippingQuote(lines, destination);
  return (
    <ButtonLink to={`/quote?product=${encodeURIComponent(product)}`} state={{ prefill }} variant="secondary">
      {enquiryCopy.quote.ask}
    </ButtonLink>
  );
}
