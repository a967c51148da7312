import { useEffect, useRef, useState } from 'react';
import { COUNTRIES } from '#src/shared/postal-address/countries.ts';
import { getCountryName } from '#src/shared/postal-address/country-names.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormEnd } from '#src/shared/ui/form-end.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { renameErrors, useFormSubmission } from '#src/shared/ui/use-form-submission.ts';
import { readNewer } from '#src/shared/versions.ts';
import type { NewZone, WireZone } from '../contract.ts';
import { describePlace, shippingCopy } from '../copy.ts';
import { CountryFields } from './country-fields.tsx';
import type { EntryFormActions } from './shipping-list.tsx';
import { type CountryDraft, renamePlaceError, toCountryDrafts, toPlaces } from './zone-draft.ts';

const { zones: copy } = shippingCopy;

interface ZoneFormProps extends EntryFormActions<NewZone> {
  /** The zone to change; null adds one. */
  zone: WireZone | null;
  /** The country that a first zone probably has. */
  homeCountry: string | null;
}

/** Adds or changes a zone. If somebody else was faster, the newer version is shown, and saving again replaces it. */
export function ZoneForm({ zone, homeCountry, onSend, onCancel }: ZoneFormProps) {
  const [name, setName] = useState(zone?.name ?? '');
  const [drafts, setDrafts] = useState<readonly CountryDraft[]>(() => toCountryDrafts(zone?.places ?? []));
  const [chosen, setChosen] = useState(zone ? '' : (homeCountry ?? ''));
  const [newer, setNewer] = useState<WireZone | null>(null);
  const first = useRef<HTMLInputElement>(null);
  const choice = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus(), []);

  const { props, pending, errors, formError, clearErrors } = useFormSubmission({
    async send() {
      // A country that was chosen and not added was meant.
      const isForgotten = drafts.length === 0 && chosen !== '';
      const all = isForgotten ? [toDraft(chosen)] : drafts;
      if (isForgotten) addCountry();
      const { places, sources } = toPlaces(all);
      const problem = await onSend({ name, places }, (newer ?? zone)?.version);
      if (!problem) return null;
      setNewer((shown) => readNewer<WireZone>(problem, 'shipping_zone') ?? shown);
      return renameErrors(problem, (path) => renamePlaceError(path, sources));
    },
  });
  const addCountry = () => {
    setDrafts((before) => [...before, toDraft(chosen)]);
    setChosen('');
    clearErrors('places');
  };
  const change = (draft: CountryDraft) => {
    clearErrors(...['country', 'regions', 'codes'].map((field) => `${field}.${draft.country}`));
    setDrafts(drafts.map((other) => (other.country === draft.country ? draft : other)));
  };
  const remove = ({ country }: CountryDraft) => {
    setDrafts(drafts.filter((other) => other.country !== country));
    choice.current?.focus();
  };
  const offered = COUNTRIES.filter(([code]) => !drafts.some(({ country }) => country === code));

  return (
    <form
      {...props}
      aria-label={zone ? copy.changeTitle(zone.name) : copy.addTitle}
      className="grid max-w-2xl gap-5 border border-ink bg-sheet p-4 sm:p-5"
    >
      <TextField
        ref={first}
        label={copy.name}
        hint={copy.nameHint}
        autoComplete="off"
        required
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          clearErrors('name');
        }}
        error={errors.name}
      />
      {drafts.map((draft) => (
        <CountryFields
          key={draft.country}
          draft={draft}
          name={getCountryName(draft.country)}
          errors={errors}
          onChange={change}
          onRemove={() => remove(draft)}
        />
      ))}
      <div className="grid gap-2">
        <div className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1 basis-64">
            <SelectField
              ref={choice}
              label={copy.country}
              value={chosen}
              onChange={(event) => {
                setChosen(event.target.value);
                clearErrors('places');
              }}
              options={[['', copy.chooseCountry], ...offered]}
              error={errors.places}
            />
          </div>
          <Button variant="secondary" disabled={chosen === ''} onClick={addCountry}>
            {copy.addCountry}
          </Button>
        </div>
      </div>
      <FormEnd
        newer={
          newer && {
            title: shippingCopy.newer,
            text: `${newer.name}: ${newer.places.map(describePlace).join('; ')}`,
          }
        }
        error={formError}
        pending={pending}
        submit={shippingCopy.save}
        cancel={shippingCopy.cancel}
        onCancel={onCancel}
      />
    </form>
  );
}

const toDraft = (country: string): CountryDraft => ({ country, regions: [], codes: '' });
