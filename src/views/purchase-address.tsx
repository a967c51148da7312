import { useEffect, useRef, useState } from 'react';
import type { Address } from '#src/features/addresses/contract.ts';
import type { AddressStep } from '#src/features/addresses/ui/address-step.tsx';
import { purchaseCopy as copy } from '#src/features/purchases/copy.ts';
import {
  PurchaseAddressSection,
  type ShownAddress,
  type WithAddresses,
} from '#src/features/purchases/ui/purchase-addresses.tsx';
import { PurchaseNoteFields } from '#src/features/purchases/ui/purchase-texts.tsx';
import { type ApiResult, callApi, UNREACHABLE } from '#src/shared/api-client.ts';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { LoadError } from '#src/shared/ui/page.tsx';

/** The form that asks for addresses, with the address book that it offers. */
export interface LoadedStep {
  book: Address[];
  Step: typeof AddressStep;
}

/** Loads the form with the tables of all countries, which a page without the form does not need. */
export async function loadAddressStep(): Promise<ApiResult<LoadedStep>> {
  const [book, form] = await Promise.all([
    callApi<Address[]>('/addresses'),
    import('#src/features/addresses/ui/address-step.tsx').catch(() => null),
  ]);
  if (!book.ok) return book;
  if (!form) return { ok: false, problem: UNREACHABLE };
  return { ...book, value: { book: book.value, Step: form.AddressStep } };
}

interface PurchaseAddressProps {
  purchase: WithAddresses & { _id: string; poNumber: string; note: string };
  user: { displayName: string; email: string };
  /** The form, if the page knew beforehand that it is needed, else null. */
  loaded: ApiResult<LoadedStep> | null;
  /** Both addresses can be chosen again. */
  canChange: boolean;
  /** Fetches the purchase again. */
  onStored: () => Promise<void>;
}

/** The delivery and billing address of a purchase, for its buyer. Asks for what is missing. */
export function PurchaseAddress({ purchase, user, loaded, canChange, onStored }: PurchaseAddressProps) {
  const isMissing = purchase.delivery === null;
  // Notes from before the payment are final.
  const takesNotes = canChange || (!purchase.poNumber && !purchase.note);
  const [step, setStep] = useState(loaded);
  const [isOpen, setOpen] = useState(false);
  const [isStored, setStored] = useState(false);
  const [noteErrors, setNoteErrors] = useState<Record<string, string>>({});
  const [asked, setAsked] = useState<string | null>(null);
  const status = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isStored && !isMissing) status.current?.focus();
  }, [isStored, isMissing]);

  const open = async () => {
    setOpen(true);
    // A form on the screen keeps its book, which does not have the address stored meanwhile.
    setStep(null);
    setStep(await loadAddressStep());
  };

  if (!isMissing && !isOpen)
    return (
      <div ref={status} tabIndex={-1} className="grid gap-3 outline-none">
        <p role="status" className="empty:hidden text-fine text-good">
          {isStored ? copy.stored : null}
        </p>
        <PurchaseAddressSection purchase={purchase} />
        {canChange && (
          <Button variant="quiet" className="-mx-5 justify-self-start" onClick={() => void open()}>
            {copy.changeAddress}
          </Button>
        )}
      </div>
    );
  if (step && !step.ok) return <LoadError text={step.problem.detail} onRetry={() => void open()} />;
  if (!step) return <p role="status">{copy.loadingAddresses}</p>;
  const { book, Step } = step.value;
  return (
    <div className="grid gap-4">
      <Step
        book={book}
        picked={findPicked(book, purchase)}
        name={user.displayName}
        submit={asked ? copy.agree(formatDecimalMoney(asked)) : undefined}
        draftName={`addresses:${purchase._id}:${user.email}`}
        onPicked={async (picked, texts) => {
          const notes = { poNumber: String(texts.get('poNumber') ?? ''), note: String(texts.get('note') ?? '') };
          const body = { ...picked, ...(takesNotes ? notes : {}), ...(asked ? { total: asked } : {}) };
          const stored = await callApi(`/purchases/${purchase._id}`, { method: 'PATCH', body });
          setNoteErrors(stored.ok ? {} : stored.problem.errors);
          if (!stored.ok && stored.problem.code !== 'purchase_agreed') {
            // With this address, it costs something else. The button asks for the buyer's consent.
            const { code, extra } = stored.problem;
            setAsked(code === 'price_changed' && typeof extra.total === 'string' ? extra.total : null);
            return stored.problem;
          }
          setAsked(null);
          await onStored();
          setOpen(false);
          setStored(stored.ok);
          return null;
        }}
      >
        {takesNotes && <PurchaseNoteFields values={purchase} errors={noteErrors} />}
      </Step>
      {!isMissing && (
        <Button
          variant="quiet"
          className="-mx-5 justify-self-start"
          onClick={() => {
            setAsked(null);
            setOpen(false);
          }}
        >
          {copy.keepAddress}
        </Button>
      )}
    </div>
  );
}

/** The addresses of a purchase in its buyer's book, so that a buyer who only edits the notes keeps them. */
function findPicked(book: readonly Address[], { delivery, billing }: WithAddresses) {
  const toText = ({ lines, phone, vatId }: ShownAddress) => JSON.stringify([lines, phone, vatId]);
  const findId = (shown: ShownAddress | null) => shown && book.find((one) => toText(one) === toText(shown))?._id;
  const addressId = findId(delivery);
  return addressId ? { addressId, billingAddressId: findId(billing) ?? addressId } : null;
}
