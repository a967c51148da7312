import { useId } from 'react';
import { listRegions } from '#src/shared/postal-address/regions.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FieldError, TextField } from '#src/shared/ui/field.tsx';
import { shippingCopy } from '../copy.ts';
import type { CountryDraft } from './zone-draft.ts';

const { zones: copy } = shippingCopy;

interface CountryFieldsProps {
  draft: CountryDraft;
  name: string;
  errors: Readonly<Record<string, string>>;
  onChange: (draft: CountryDraft) => void;
  onRemove: () => void;
}

/** A country of a zone: all of it, or some of its regions and postal codes. */
export function CountryFields({ draft, name, errors, onChange, onRemove }: CountryFieldsProps) {
  const { country, regions, codes } = draft;
  const errorId = useId();
  const listed = listRegions(country);
  const error = errors[`country.${country}`] ?? errors[`regions.${country}`];
  return (
    <fieldset
      className="grid min-w-0 gap-3 border border-line p-4"
      aria-describedby={error ? errorId : undefined}
      // The focus moves here if this country is what is wrong.
      aria-invalid={error ? true : undefined}
      tabIndex={-1}
    >
      <legend style={{ float: 'left' }} className="w-full font-semibold wrap-anywhere">
        {name}
      </legend>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {listed && (
        <details open={regions.length > 0 || undefined}>
          <summary className="min-h-11 cursor-pointer content-center underline decoration-line decoration-2 underline-offset-4">
            {copy.regions(regions.length)}
          </summary>
          <fieldset className="max-h-60 overflow-y-auto border-line border-y py-1">
            <legend className="sr-only">{copy.regionsOf(name)}</legend>
            <div className="grid gap-x-4 sm:grid-cols-2">
              {listed.map(([code, label]) => (
                <label key={code} className="flex min-h-11 cursor-pointer items-center gap-3">
                  <input
                    type="checkbox"
                    className="size-4 shrink-0 accent-signal"
                    checked={regions.includes(code)}
                    onChange={({ target }) =>
                      onChange({
                        ...draft,
                        regions: target.checked ? [...regions, code] : regions.filter((other) => other !== code),
                      })
                    }
                  />
                  <span className="min-w-0 wrap-anywhere">{label}</span>
                </label>
              ))}
            </div>
          </fieldset>
        </details>
      )}
      <TextField
        label={
          <>
            {copy.codes}
            <span className="sr-only"> {`(${name})`}</span>
          </>
        }
        hint={copy.codesHint}
        autoComplete="off"
        spellCheck={false}
        className="figures"
        value={codes}
        onChange={(event) => onChange({ ...draft, codes: event.target.value })}
        error={errors[`codes.${country}`]}
      />
      <div>
        <Button variant="quiet" className="-mx-5" onClick={onRemove}>
          {copy.removeCountry(name)}
        </Button>
      </div>
    </fieldset>
  );
}
