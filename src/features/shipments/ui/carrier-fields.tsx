import { TextField } from '#src/shared/ui/field.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { CARRIERS } from '../carriers.ts';
import { shipmentCopy } from '../copy.ts';
import { MAX_CARRIER_LENGTH } from '../rules.ts';

const { ship: copy } = shipmentCopy;

/** The value of the choice for which another name is typed. */
const OTHER = 'other';

const OPTIONS = [
  ['', copy.noCarrier],
  ...Object.entries(CARRIERS).map(([key, { name }]) => [key, name] as const),
  [OTHER, copy.otherCarrier],
] as const;

export interface CarrierChoice {
  /** The key of a carrier, `OTHER` if another one is typed, or empty. */
  choice: string;
  typed: string;
}

export const NO_CARRIER: CarrierChoice = { choice: '', typed: '' };

/** The carrier to send. */
export function getCarrier({ choice, typed }: CarrierChoice): string {
  return choice === OTHER ? typed.trim() : choice;
}

/** The fields for the carrier: one of the known ones, or another one by its name. */
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
