import { TextField } from '#src/shared/ui/field.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { CARRIERS } from '../carriers.ts';
import { shipmentCopy } from '../copy.ts';
import { MAX_CARRIER_LENGTH } from '../rules.ts';

const { ship: copy } = shipmentCopy;

/** The value of the choice that another name is typed for. */
const OTHER = 'other';

const OPTIONS = [
  ['', copy.noCarrier],
  ...Object.entries(CARRIERS).map(([key, { name }]) => [key, name] as const),
  [OTHER, copy.otherCarrier],
] as const;

export interface CarrierChoice {
  /** A carrier's key, empty, or that another one is typed. */
  choice: string;
  typed: string;
}

export const NO_CARRIER: CarrierChoice = { choice: '', typed: '' };

/** The carrier to send. */
export function getCarrier({ choice, typed }: CarrierChoice): string {
  return choice === OTHER ? typed.trim() : choice;
}

/** Who carries it: one of the known, or another one by its name. */
export function CarrierFields({
  value,
  onChange,
  error,
}: {
  value: CarrierChoice;
  onChange: (value: CarrierChoice) => void;
  error?: string | undefined;
}) {
  const isOther = value.choice === OTHER;
  return (
    <>
      <SelectField
        label={copy.carrier}
        options={OPTIONS}
        value={value.choice}
        error={isOther ? undefined : error}
        onChange={({ target }) => onChange({ ...value, choice: target.value })}
      />
      {isOther && (
        <TextField
          label={copy.carrierName}
          autoComplete="off"
          maxLength={MAX_CARRIER_LENGTH}
          value={value.typed}
          error={error}
          onChange={({ target }) => onChange({ ...value, typed: target.value })}
        />
      )}
    </>
  );
}
