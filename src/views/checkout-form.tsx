import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Address } from '#src/features/addresses/contract.ts';
import { addressCopy } from '#src/features/addresses/copy.ts';
import { AddressPicks } from '#src/features/addresses/ui/address-picks.tsx';
import { type PickedAddresses, useAddressPicks } from '#src/features/addresses/ui/use-address-picks.ts';
import { basketCopy } from '#src/features/basket/copy.ts';
import { clearOrderedLines } from '#src/features/basket/ui/basket-actions.ts';
import { syncBasket } from '#src/features/basket/ui/basket-sync.ts';
import { CheckoutLines, LeftOutLines } from '#src/features/basket/ui/checkout-lines.tsx';
import { type CheckoutBasket, useCheckoutLines } from '#src/features/basket/ui/use-checkout-lines.ts';
import { ShippingQuoteLink } from '#src/features/enquiries/ui/shipping-quote-link.tsx';
import { checkoutCopy as copy, estimateCopy } from '#src/features/purchases/copy.ts';
import { CheckoutSummary } from '#src/features/purchases/ui/checkout-summary.tsx';
import {
  isUnshipped,
  nameTotal,
  refuseTooSmall,
  refuseUnshipped,
} from '#src/features/purchases/ui/estimate-sentences.ts';
import { readEstimatedMethod, readEstimatedPlace } from '#src/features/purchases/ui/estimated-place.ts';
import { PriceChange, type PricesSeen } from '#src/features/purchases/ui/price-change.tsx';
import { PurchaseNoteFields } from '#src/features/purchases/ui/purchase-texts.tsx';
import { ShippingChoice } from '#src/features/purchases/ui/shipping-choice.tsx';
import { useEstimate } from '#src/features/purchases/ui/use-estimate.ts';
import {
  type PlaceOutcome,
  type PurchaseRequest,
  usePlacePurchase,
} from '#src/features/purchases/ui/use-place-purchase.ts';
import type { ApiProblem } from '#src/shared/api-client.ts';
import { useCompany } from '#src/shared/company.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Loading } from '#src/shared/ui/loading.tsx';
import { EmptyState, LoadError } from '#src/shared/ui/page.tsx';
import { type FormProblem, useFormSubmission } from '#src/shared/ui/use-form-submission.ts';

interface CheckoutFormProps {
  user: { displayName: string; email: string };
  book: readonly Address[];
}

/**
 * Orders the basket. If an earlier page sent an order without getting a response, that one is sent again first, so that
 * nothing is ordered twice.
 */
export function CheckoutForm({ user, book }: CheckoutFormProps) {
  const basket = useCheckoutLines(user.email);
  const purchase = usePlacePurchase(user.email);
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<PlaceOutcome | null>(null);
  const { unanswered } = purchase;
  const resumed = useRef(false);
  const [isChanged, setIsChanged] = useState(false);
  const emptied = useRef<HTMLDivElement>(null);
  /** Until the payment page is there, the basket is empty because it was ordered. */
  const [isPlaced, setIsPlaced] = useState(false);

  const place = async (request: PurchaseRequest): Promise<PlaceOutcome> => {
    const result = await purchase.place(request);
    if (result.ok) {
      setIsPlaced(true);
      clearOrderedLines(result.sent.lines.map((line) => ({ ...line, quantity: Number(line.quantity) })));
      await navigate(`/dashboard/payment/${result.placed.orders[0]}`, { replace: true });
    } else if (result.problem.code === 'basket_changed') {
      setIsChanged(true);
    }
    return result;
  };
  const resume = async (request: PurchaseRequest) => {
    setOutcome(null);
    setOutcome(await place(request));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    if (!unanswered || resumed.current) return;
    resumed.current = true;
    void resume(unanswered);
  }, []);

  // The button was pressed far below, where the page ends now.
  useEffect(() => {
    if (isChanged && basket.isEmpty) emptied.current?.focus();
  }, [isChanged, basket.isEmpty]);

  if (isPlaced || (unanswered && (!outcome || outcome.ok))) return <Loading />;
  if (unanswered && outcome && !outcome.ok && outcome.isUnknown)
    return (
      <div className="mt-8">
        <LoadError title={copy.resumeFailed} text={outcome.problem.detail} onRetry={() => void resume(unanswered)} />
      </div>
    );
  if (basket.failure !== null)
    return (
      <div className="mt-8">
        <LoadError title={basketCopy.failed} text={basket.failure} onRetry={() => void syncBasket({ reads: true })} />
      </div>
    );
  if (!basket.isReady) return <Loading />;
  if (basket.isEmpty) {
    const { title, text, action } = isChanged ? copy.orderedElsewhere : basketCopy.empty;
    return (
      <div ref={emptied} tabIndex={-1} className="mt-8 scroll-mt-8 outline-none">
        <EmptyState
          title={title}
          text={text}
          action={<ButtonLink to={isChanged ? '/dashboard/myorder' : '/tools'}>{action}</ButtonLink>}
        />
      </div>
    );
  }
  return (
    <OrderForm
      user={user}
      book={book}
      basket={basket}
      sentBefore={unanswered}
      problem={outcome && !outcome.ok ? outcome.problem : null}
      onPlace={place}
    />
  );
}

interface OrderFormProps extends CheckoutFormProps {
  basket: CheckoutBasket;
  /** An earlier order that was sent but not placed. */
  sentBefore: PurchaseRequest | null;
  /** Why it was not placed. */
  problem: ApiProblem | null;
  onPlace: (request: PurchaseRequest) => Promise<PlaceOutcome>;
}

/** Asks for addresses and notes, and sends the order. */
function OrderForm({ user, book, basket, sentBefore, problem, onPlace }: OrderFormProps) {
  const { element, props, restored, discard, pending, errors, ...submission } = useFormSubmission({
    draft: `checkout:${user.email}`,
    initialError: problem?.detail ?? null,
    preload: () => picks.preload(),
    async send(): Promise<FormProblem | null> {
      setSeen(null);
      setMethodError(undefined);
      const texts = new FormData(element.current ?? undefined);
      const picked = refusal === null && (await picks.store());
      if (!picked) return null;
      const shippingMethodId = estimate?.shipping.chosen;
      const outcome = await onPlace({
        lines: basket.lines.map(({ toolId, quantity }) => ({ toolId, quantity })),
        ...picked,
        poNumber: String(texts.get('poNumber') ?? ''),
        note: String(texts.get('note') ?? ''),
        total,
        ...(shippingMethodId ? { shippingMethodId } : {}),
        ...(basket.version > 0 ? { basketVersion: basket.version } : {}),
      });
      if (!outcome.ok)
        return outcome.isUnknown ? toProblem(outcome.problem, copy.unanswered) : await refuse(outcome.problem);
      discard();
      return null;
    },
  });
  const [start] = useState(readEstimatedPlace);
  const picks = useAddressPicks({ book, name: user.displayName, picked: toPicked(sentBefore), start, element });
  const [methodId, setMethodId] = useState(() => sentBefore?.shippingMethodId ?? readEstimatedMethod());
  const [methodError, setMethodError] = useState<string>();
  const { estimate, isLoading, failure, retry } = useEstimate(
    basket.lines,
    { ...picks.destination, vatId: picks.vatId },
    methodId,
  );
  const isCharging = useCompany().selling?.isCharging === true;
  const total = estimate?.total ?? basket.total;
  const isUnknown = isCharging && failure !== null;
  const tooSmall = estimate && refuseTooSmall(estimate);
  const needsQuote = estimate !== null && isUnshipped(estimate);
  const refusal =
    basket.refusal ??
    (isUnknown ? copy.shipping.unknown : (tooSmall ?? (needsQuote ? refuseUnshipped(estimate) : null)));
  const [seen, setSeen] = useState<PricesSeen | null>(null);
  const notice = useRef<HTMLDivElement>(null);
  const formError = submission.formError ?? picks.formError;
  useEffect(() => {
    // On a phone, the button stays at the lower edge, while its result is further down.
    if (seen || formError) notice.current?.focus();
  }, [seen, formError]);

  const refuse = async (problem: ApiProblem): Promise<FormProblem | null> => {
    const { addressId, billingAddressId, shippingMethodId, poNumber, note } = problem.errors;
    if (shippingMethodId) {
      setMethodError(shippingMethodId);
      setMethodId(null);
      retry();
      return null;
    }
    if (addressId || billingAddressId) {
      picks.refuse({ delivery: addressId, billing: billingAddressId });
      return null;
    }
    if (poNumber || note) return problem;
    const shown = { total, lines: basket.lines };
    await syncBasket({ reads: true });
    retry();
    if (problem.code === 'basket_changed') return problem;
    if (problem.code !== 'price_changed') return toProblem(problem, copy.notOrdered);
    setSeen(shown);
    return null;
  };

  return (
    <form
      {...props}
      aria-label={copy.title}
      className="grid items-start gap-x-12 lg:grid-cols-[minmax(0,1fr)_22rem] max-lg:[&_:is(input,select,textarea)]:scroll-mb-48"
    >
      <div className="grid min-w-0 gap-10 pt-6 pb-8 lg:max-w-2xl">
        <p role="status" className="empty:hidden border border-line bg-sheet px-4 py-3">
          {restored ? addressCopy.form.restored : null}
        </p>
        <section aria-labelledby="checkout-lines" className="grid gap-4">
          <div className="flex items-end justify-between gap-x-4">
            <h2 id="checkout-lines" className="font-bold text-title tracking-tight">
              {copy.lines}
            </h2>
            <ButtonLink to="/basket" variant="quiet" className="-mr-3 -mb-2 px-3!">
              {copy.change}
            </ButtonLink>
          </div>
          <div className="border-ink border-t">
            <CheckoutLines lines={basket.lines} caption={copy.lines} />
          </div>
          <LeftOutLines lines={basket.leftOut} {...copy.leftOut} />
        </section>
        <section aria-labelledby="checkout-where" className="grid gap-6">
          <h2 id="checkout-where" className="border-ink border-b pb-3 font-bold text-title tracking-tight">
            {copy.where}
          </h2>
          <AddressPicks picks={picks} />
        </section>
        {failure !== null && <LoadError title={copy.shipping.failed} text={failure} onRetry={retry} />}
        {estimate && (estimate.shipping.methods.length > 0 || estimate.shipping.byQuote) && (
          <ShippingChoice
            shipping={estimate.shipping}
            methodId={methodId}
            // Where nothing is chosen, it is the next step, and stands below the total.
            quote={!needsQuote && <ShippingQuoteLink lines={basket.lines} destination={picks.destination} />}
            error={methodError}
            onChoose={(id) => {
              setMethodError(undefined);
              setMethodId(id);
            }}
          />
        )}
        {/* Below the addresses, which must not move when it arrives. */}
        {estimate?.priceNote && <p className="text-fine text-muted">{estimateCopy.prices(estimate.priceNote)}</p>}
        <section aria-labelledby="checkout-records" className="grid gap-6">
          <h2 id="checkout-records" className="border-ink border-b pb-3 font-bold text-title tracking-tight">
            {copy.records}
          </h2>
          <PurchaseNoteFields values={sentBefore ?? {}} errors={errors} />
        </section>
        <div ref={notice} tabIndex={-1} className="scroll-mt-8 scroll-mb-48 outline-none empty:hidden">
          <div role="alert" className="empty:hidden">
            {seen && <PriceChange before={seen} now={{ ...basket, total }} />}
          </div>
          <FormError>{formError}</FormError>
        </div>
      </div>
      <CheckoutSummary
        // Until tax and shipping are known, it is not what will be paid.
        label={estimate ? nameTotal(estimate, copy.total) : isCharging ? estimateCopy.goods : copy.total}
        total={total}
        estimate={estimate}
        count={basketCopy.summary.count(basket.lines.length)}
        refusal={refusal}
        action={
          basket.refusal !== null ? null : isUnknown ? (
            <Button variant="secondary" onClick={retry}>
              {copy.shipping.calculate}
            </Button>
          ) : tooSmall ? (
            <ButtonLink to="/basket" variant="secondary">
              {copy.change}
            </ButtonLink>
          ) : (
            needsQuote && <ShippingQuoteLink lines={basket.lines} destination={picks.destination} isNextStep />
          )
        }
        pending={pending || isLoading}
      />
    </form>
  );
}

function toProblem({ detail }: ApiProblem, more: string): FormProblem {
  return { errors: {}, detail: `${detail} ${more}` };
}

function toPicked(sent: PurchaseRequest | null): PickedAddresses | null {
  if (!sent?.addressId) return null;
  return { addressId: sent.addressId, billingAddressId: sent.billingAddressId ?? sent.addressId };
}
