import { type FormEvent, useEffect, useMemo, useState } from 'react';
import type { Address } from '#src/features/addresses/contract.ts';
import type { BasketLine } from '#src/features/basket/contract.ts';
import { basketCopy } from '#src/features/basket/copy.ts';
import type { BasketEstimateProps } from '#src/features/basket/ui/basket-view.tsx';
import { ShippingQuoteLink } from '#src/features/enquiries/ui/shipping-quote-link.tsx';
import type { Estimate } from '#src/features/purchases/contract.ts';
import { estimateCopy as copy } from '#src/features/purchases/copy.ts';
import {
  describeTotal,
  isUnshipped,
  nameTotal,
  refuseTooSmall,
} from '#src/features/purchases/ui/estimate-sentences.ts';
import {
  readEstimatedMethod,
  readEstimatedPlace,
  rememberEstimatedMethod,
  rememberEstimatedPlace,
} from '#src/features/purchases/ui/estimated-place.ts';
import { ShippingOptions } from '#src/features/purchases/ui/shipping-choice.tsx';
import { TotalParts } from '#src/features/purchases/ui/total-parts.tsx';
import { useEstimate } from '#src/features/purchases/ui/use-estimate.ts';
import { callApi } from '#src/shared/api-client.ts';
import { useCompany } from '#src/shared/company.ts';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { getAddressLayout } from '#src/shared/postal-address/address-format.ts';
import { COUNTRIES, findHomeCountry } from '#src/shared/postal-address/countries.ts';
import { getCountryTerms } from '#src/shared/postal-address/country-terms.ts';
import type { Destination } from '#src/shared/postal-address/places.ts';
import { listRegions } from '#src/shared/postal-address/regions.ts';
import { TextField } from '#src/shared/ui/field.tsx';
import { LoadError } from '#src/shared/ui/page.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';

/** Where the goods go, and whose VAT ID counts there. */
type Place = Destination & { vatId: string };

/**
 * What a basket costs with shipping and tax at a place that its owner names. For customers, it begins with their default
 * address; for all others, with what they named last, or the country of the shop.
 */
export default function BasketEstimate({ lines, total: goods, email, onEstimate }: BasketEstimateProps) {
  const { place, setPlace } = usePlace(email);
  const [methodId, setMethodId] = useState(readEstimatedMethod);
  const { estimate, isLoading, failure, retry } = useEstimate(place ? lines : NOTHING, place ?? NOWHERE, methodId);
  const count = lines.length;
  const quote = place && { lines: lines.map(toLineToQuote), destination: place };
  // The lines are new objects each time. Their texts are not.
  const shown = JSON.stringify({ estimate, quote, goods, count, isLoading });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` stands for everything that is shown
  useEffect(() => {
    if (!estimate) return onEstimate(null);
    const refusal = refuseTooSmall(estimate);
    onEstimate({
      total: <EstimatedTotal {...{ estimate, goods, count, isLoading }} />,
      instead: refusal ? (
        <p className="text-fine text-bad">{refusal}</p>
      ) : (
        isUnshipped(estimate) && quote && <ShippingQuoteLink {...quote} isNextStep />
      ),
    });
    return () => onEstimate(null);
  }, [onEstimate, shown]);
  if (!place) return null;
  return (
    <section aria-labelledby="estimate" className="grid gap-4 pt-8 max-lg:[&_:is(input,select,textarea)]:scroll-mb-48">
      <div>
        <h2 id="estimate" className="font-bold text-lead tracking-tight">
          {copy.title}
        </h2>
        <p className="text-fine text-muted">{copy.text}</p>
      </div>
      <PlaceFields place={place} onChange={setPlace} />
      {failure !== null && <LoadError title={copy.failed} text={failure} pending={isLoading} onRetry={retry} />}
      <p role="status" className="sr-only">
        {estimate && !isLoading && sayParts(estimate.totals)}
      </p>
      {estimate && (
        <div aria-busy={isLoading} className="grid gap-4">
          <ShippingOptions
            shipping={estimate.shipping}
            methodId={methodId}
            onChoose={(id) => {
              rememberEstimatedMethod(id);
              setMethodId(id);
            }}
            // Where nothing is chosen, it is the next step, and stands below the total.
            quote={quote && !isUnshipped(estimate) && <ShippingQuoteLink {...quote} />}
          />
          <div className={`grid gap-1 transition-opacity ${isLoading ? 'opacity-50' : ''}`}>
            <TotalParts
              totals={estimate.totals}
              taxes={estimate.tax}
              pricesInclude={estimate.pricesInclude}
              relief={estimate.relief}
            />
            <p className="flex items-baseline justify-between gap-x-6 border-line border-t pt-2 font-semibold">
              <span>{nameTotal(estimate, copy.total)}</span>
              <Price amount={estimate.total} />
            </p>
          </div>
          {estimate.priceNote && <p className="text-right text-fine text-muted">{copy.prices(estimate.priceNote)}</p>}
          {estimate.notes.map((sentence) => (
            <p key={sentence} className="text-fine text-muted">
              {sentence}
            </p>
          ))}
        </div>
      )}
    </section>
  );
}

interface EstimatedTotalProps {
  estimate: Estimate;
  /** As a decimal string. */
  goods: string;
  count: number;
  /** The lines or the place have changed since. */
  isLoading: boolean;
}

/** What the summary of the basket says instead of the total of its lines. */
function EstimatedTotal({ estimate, goods, count, isLoading }: EstimatedTotalProps) {
  const { total } = estimate;
  const parts = describeTotal(estimate);
  return (
    <>
      {goods !== total && (
        // On phones, where the summary covers a part of the page, the parts of the total are only above.
        <p className="flex items-baseline justify-between gap-x-6 text-fine text-muted max-lg:hidden">
          <span>{copy.goods}</span>
          <Price amount={goods} />
        </p>
      )}
      <p className="flex flex-wrap items-baseline justify-between gap-x-6" aria-live="polite">
        <span>
          <span className="font-semibold">{nameTotal(estimate, copy.total)}</span>{' '}
          <span className="text-fine text-muted">{basketCopy.summary.count(count)}</span>
        </span>
        <Price amount={total} className={`ml-auto font-semibold text-title ${isLoading ? 'opacity-50' : ''}`} />
      </p>
      {parts && <p className="text-fine text-muted max-lg:hidden">{parts}</p>}
    </>
  );
}

const NOTHING: readonly BasketLine[] = [];
const NOWHERE: Place = { country: '', region: '', postalCode: '', vatId: '' };

const toLineToQuote = ({ quantity, itemName, sku }: BasketLine) => ({ quantity, itemName, sku });

function sayParts({ shipping, tax }: { shipping: string; tax: string }): string {
  const say = (amount: string) => (Number(amount) > 0 ? formatDecimalMoney(amount) : null);
  return copy.news(say(shipping), say(tax));
}

/** The place of the estimate. Null while the address of a customer is looked up. */
function usePlace(email: string) {
  const company = useCompany();
  const first = useMemo(() => {
    const remembered = readEstimatedPlace();
    return { ...NOWHERE, country: findHomeCountry(company) ?? '', ...remembered };
  }, [company]);
  const [place, setPlace] = useState<Place | null>(email === '' ? first : null);
  useEffect(() => {
    if (email === '') return;
    let isCurrent = true;
    void callApi<Address[]>('/addresses').then((book) => {
      if (isCurrent) setPlace((known) => known ?? ((book.ok && findUsualPlace(book.value)) || first));
    });
    return () => {
      isCurrent = false;
    };
  }, [email, first]);
  return {
    place,
    setPlace(named: Destination) {
      rememberEstimatedPlace(named);
      setPlace({ ...named, vatId: '' });
    },
  };
}

/** As the checkout begins. Null without any address. */
function findUsualPlace(book: readonly Address[]): Place | null {
  const delivery = book.find(({ isDefaultDelivery }) => isDefaultDelivery) ?? book[0];
  if (!delivery) return null;
  const { vatId } = book.find(({ isDefaultBilling }) => isDefaultBilling) ?? delivery;
  const { country, region, postalCode } = delivery;
  return { country, region, postalCode, vatId };
}

/** The parts of an address that decide about shipping and tax. */
function PlaceFields({ place, onChange }: { place: Destination; onChange: (place: Destination) => void }) {
  const { country, region, postalCode } = place;
  const { deliversTo } = useCompany();
  const offered = deliversTo.length > 0 ? COUNTRIES.filter(([code]) => deliversTo.includes(code)) : COUNTRIES;
  const terms = getCountryTerms(country);
  const regions = listRegions(country);
  const hasPostalCode = getAddressLayout(country).places.includes('postalCode');
  const change = (changes: Partial<Destination>) => onChange({ country, region, postalCode, ...changes });
  return (
    // Nothing is sent: each change is estimated.
    <form
      aria-labelledby="estimate"
      className="grid gap-4 sm:grid-cols-2"
      onSubmit={(event: FormEvent) => event.preventDefault()}
    >
      <SelectField
        label={copy.country}
        options={offered.some(([code]) => code === country) ? offered : [['', copy.choose], ...offered]}
        autoComplete="shipping country"
        value={country}
        // Another country has other regions and codes.
        onChange={({ target }) => onChange({ country: target.value, region: '', postalCode: '' })}
      />
      {regions && (
        <SelectField
          label={terms.region}
          options={[['', copy.choose], ...regions]}
          autoComplete="shipping address-level1"
          value={region}
          onChange={({ target }) => change({ region: target.value })}
        />
      )}
      {hasPostalCode && (
        <TextField
          label={terms.postalCode}
          autoComplete="shipping postal-code"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={16}
          className="figures"
          value={postalCode}
          onChange={({ target }) => change({ postalCode: target.value })}
        />
      )}
    </form>
  );
}
