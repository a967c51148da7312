import { useRef, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { AddressLines } from '#src/shared/ui/address-lines.tsx';
import { Badge } from '#src/shared/ui/badge.tsx';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { Address } from '../contract.ts';
import { addressCopy as copy } from '../copy.ts';

type Mark = keyof typeof copy.mark;
const MARKS = Object.keys(copy.mark) as Mark[];

interface AddressBookProps {
  addresses: readonly Address[];
  /** What happened on the previous page, such as that an address was stored. */
  message: string;
  /** Fetches the book again. Resolves when it is shown. */
  onChanged: () => Promise<void>;
}

/** All addresses of a customer. Each can be changed, deleted or made the default for delivery or billing. */
export function AddressBook({ addresses, message, onChanged }: AddressBookProps) {
  const dialog = useDialog();
  const [pending, setPending] = useState<{ id: string; action: Mark | 'remove' } | null>(null);
  const [done, setDone] = useState(message);
  const [error, setError] = useState<string | null>(null);
  const status = useRef<HTMLParagraphElement>(null);

  const run = async (address: Address, action: Mark | 'remove') => {
    const path = `/addresses/${address._id}`;
    setPending({ id: address._id, action });
    setError(null);
    setDone('');
    const response =
      action === 'remove'
        ? await callApi(path, { method: 'DELETE' })
        : await callApi(path, { method: 'PATCH', body: { [action]: true } });
    // An address that is gone already is what was asked for.
    const isDone = response.ok || (action === 'remove' && response.problem.status === 404);
    if (isDone || (!response.ok && response.problem.status === 404)) await onChanged();
    setPending(null);
    if (isDone) {
      setDone(
        action === 'remove'
          ? copy.removed(address.label || address.name)
          : copy.marked[action](address.label || address.name),
      );
      // The pressed button is gone. The focus moves to a place one step before the list.
      status.current?.focus({ preventScroll: true });
    } else if (!response.ok) setError(response.problem.detail);
  };
  const remove = async (address: Address) => {
    if (!(await dialog.confirm(copy.askRemove(address.lines)))) return;
    await run(address, 'remove');
  };

  return (
    <div className="grid gap-4">
      <p ref={status} tabIndex={-1} role="status" className="min-h-6 outline-none wrap-anywhere">
        {done}
      </p>
      <FormError>{error}</FormError>
      {addresses.length === 0 ? (
        <EmptyState {...copy.none} action={<ButtonLink to="/dashboard/addresses/new">{copy.add}</ButtonLink>} />
      ) : (
        <ul aria-label={copy.list} className="hairline-grid border-line border-b sm:grid-cols-2">
          {addresses.map((address) => (
            <li key={address._id}>
              <AddressCard
                address={address}
                pending={pending?.id === address._id ? pending.action : null}
                onMakeDefault={(mark) => !pending && void run(address, mark)}
                onRemove={() => !pending && void remove(address)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface AddressCardProps {
  address: Address;
  pending: Mark | 'remove' | null;
  onMakeDefault: (mark: Mark) => void;
  onRemove: () => void;
}

function AddressCard({ address, pending, onMakeDefault, onRemove }: AddressCardProps) {
  const { _id, label, lines, phone, vatId } = address;
  const id = `address-${_id}`;
  return (
    <article aria-labelledby={id} className="flex h-full flex-col items-start gap-4 py-5 sm:px-5">
      <div id={id} className="grid gap-1">
        {label && <h2 className="font-bold text-lead wrap-anywhere">{label}</h2>}
        <AddressLines lines={lines} />
        {phone && (
          <p className="text-fine text-muted">
            {copy.phone} <span className="figures">{phone}</span>
          </p>
        )}
        {vatId && (
          <p className="text-fine text-muted">
            {copy.vatId} <span className="figures">{vatId}</span>
          </p>
        )}
      </div>
      <div className="grid justify-items-start gap-x-6">
        {MARKS.map((mark) =>
          address[mark] ? (
            <div key={mark} className="flex min-h-11 items-center">
              <Badge icon="circle-check" color="text-good">
                {copy.marks[mark]}
              </Badge>
            </div>
          ) : (
            <Button
              key={mark}
              variant="quiet"
              className="-mx-5"
              pending={pending === mark}
              aria-describedby={id}
              onClick={() => onMakeDefault(mark)}
            >
              {copy.mark[mark]}
            </Button>
          ),
        )}
      </div>
      <div className="mt-auto flex flex-wrap gap-3">
        <ButtonLink to={`/dashboard/addresses/${_id}`} variant="secondary" aria-describedby={id}>
          {copy.change}
        </ButtonLink>
        <Button variant="danger" pending={pending === 'remove'} aria-describedby={id} onClick={onRemove}>
          {copy.remove}
        </Button>
      </div>
    </article>
  );
}
