import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { AddressLines } from '#src/shared/ui/address-lines.tsx';
import { Button } from '#src/shared/ui/button.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { RadioOption } from '#src/shared/ui/radio-option.tsx';
import type { Address } from '../contract.ts';
import { addressCopy } from '../copy.ts';

const { choice: copy } = addressCopy;

/** Choices besides the ids of addresses. */
export const ANOTHER_ADDRESS = 'another';
export const SAME_ADDRESS = 'same';

/** More addresses are shown on demand: a book can have many. */
const SHOWN_AT_FIRST = 4;

interface AddressChoiceProps {
  /** The label of the group, such as 'Shipping address'. */
  legend: string;
  /** The name of the radio buttons, unique in the page. */
  name: string;
  addresses: readonly Pick<Address, '_id' | 'label' | 'lines'>[];
  /** The id of an address, ANOTHER_ADDRESS or SAME_ADDRESS; '' while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  /** Whether 'same as the delivery address' is offered first. */
  offersSame?: boolean;
  /** Shown below the group if the choice is invalid. */
  error?: string | undefined;
  /** The fields of another address, shown while that is chosen. */
  children: ReactNode;
}

/** A choice among the addresses of a book, or another one to type. If the book is empty, only the fields are shown. */
export function AddressChoice(props: AddressChoiceProps) {
  const { legend, name, addresses, value, onChange, offersSame = false, error, children } = props;
  const errorId = useId();
  const [showsAll, setShowsAll] = useState(false);
  const options = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed button is gone. The focus moves to the first address that it has shown.
    if (showsAll) options.current?.querySelectorAll('input')[SHOWN_AT_FIRST + (offersSame ? 1 : 0)]?.focus();
  }, [showsAll, offersSame]);
  const shown = showsAll ? addresses : addresses.filter(({ _id }, at) => at < SHOWN_AT_FIRST || _id === value);
  const isAlone = addresses.length === 0 && !offersSame;
  const option = (optionValue: string, content: ReactNode) => (
    <RadioOption
      key={optionValue}
      name={name}
      value={optionValue}
      checked={value === optionValue}
      errorId={error ? errorId : undefined}
      onChoose={() => onChange(optionValue)}
    >
      {content}
    </RadioOption>
  );
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-2 font-semibold">{legend}</legend>
      {!isAlone && (
        <div ref={options} className="border-line border-t">
          {offersSame && option(SAME_ADDRESS, copy.same)}
          {shown.map(({ _id, label, lines }) =>
            option(
              _id,
              <>
                {label && <span className="block font-semibold wrap-anywhere">{label}</span>}
                <AddressLines lines={lines} />
              </>,
            ),
          )}
          {option(ANOTHER_ADDRESS, copy.another)}
        </div>
      )}
      {shown.length < addresses.length && (
        <Button variant="quiet" className="-mx-5 justify-self-start" onClick={() => setShowsAll(true)}>
          {copy.showAll(addresses.length)}
        </Button>
      )}
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 font-medium text-bad text-fine">
          <Icon name="circle-alert" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
      {(isAlone || value === ANOTHER_ADDRESS) && <div className="grid gap-6">{children}</div>}
    </fieldset>
  );
}
