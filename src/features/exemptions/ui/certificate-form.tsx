import { useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { COUNTRIES } from '#src/shared/postal-address/countries.ts';
import { listRegions } from '#src/shared/postal-address/regions.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FieldError, TextField } from '#src/shared/ui/field.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { PdfField } from '#src/shared/ui/pdf-field.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import { UploadProgress } from '#src/shared/ui/upload-progress.tsx';
import { useFieldForm } from '#src/shared/ui/use-field-form.ts';
import { uploadFile } from '#src/shared/upload-file.ts';
import { exemptionCopy } from '../copy.ts';
import { CERTIFICATE_KIND_NAMES, type CertificateKind, MAX_CERTIFICATE_BYTES, MAX_NUMBER_LENGTH } from '../rules.ts';

const { form: copy, errors: sentences, kinds } = exemptionCopy;

interface Values {
  kind: CertificateKind;
  certificateNumber: string;
  validUntil: string;
  country: string;
  regions: string[];
}

const EMPTY: Values = {
  kind: 'resale',
  certificateNumber: '',
  validUntil: '',
  country: 'US',
  regions: [],
};

/** The places as the call takes them: 'US-OH, US-TX'. */
function toPlaces({ country, regions }: Values): string {
  if (!listRegions(country)) return country;
  return regions.map((code) => `${country}-${code}`).join(', ');
}

/** Uploads a certificate. What was typed stays after an error, and so does the chosen file. */
export function CertificateForm({ onStored }: { onStored: () => Promise<void> }) {
  const input = useRef<HTMLInputElement>(null);
  const regionBox = useRef<HTMLDivElement>(null);
  const [fileError, setFileError] = useState<string>();
  const [progress, setProgress] = useState<number | null>(null);
  const abort = useRef<AbortController>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const refuseFile = (sentence: string) => {
    setFileError(sentence);
    input.current?.focus();
  };

  const { form, props, pending, errors, formError } = useFieldForm<Values>({
    defaultValues: EMPTY,
    fields: ['kind', 'certificateNumber', 'validUntil', 'country', 'regions'],
    async send(values) {
      setFileError(undefined);
      const places = toPlaces(values);
      if (places === '') {
        form.setError('regions', { message: sentences.places });
        document.getElementById(REGIONS)?.querySelector('input')?.focus();
        return null;
      }
      const file = input.current?.files?.[0];
      if (!file || file.size > MAX_CERTIFICATE_BYTES) {
        refuseFile(file ? sentences.tooLarge : sentences.missing);
        return null;
      }
      const { kind, certificateNumber, validUntil } = values;
      abort.current = new AbortController();
      setProgress(0);
      const call = {
        ...{ path: '/exemptions', field: 'certificate', file },
        fields: { kind, certificateNumber, validUntil, places },
      };
      const result = await uploadFile(call, setProgress, abort.current.signal);
      setProgress(null);
      if (result.ok) {
        form.reset(EMPTY);
        if (input.current) input.current.value = '';
        regionBox.current?.scrollTo(0, 0);
        await onStored();
        return null;
      }
      const { certificate, places: wrongPlaces, ...others } = result.problem.errors;
      if (certificate) refuseFile(certificate);
      if (wrongPlaces) form.setError('regions', { message: wrongPlaces });
      if ((certificate || wrongPlaces) && Object.keys(others).length === 0) return null;
      return result.problem;
    },
  });
  const country = useWatch({ control: form.control, name: 'country' });
  const regions = listRegions(country);
  return (
    <form {...props} aria-label={copy.title} className="grid max-w-xl gap-6">
      <SelectField
        label={copy.kind}
        options={CERTIFICATE_KIND_NAMES.map((kind) => [kind, kinds[kind]] as const)}
        error={errors.kind?.message}
        {...form.register('kind')}
      />
      <div className="grid items-start gap-x-4 gap-y-6 sm:grid-cols-2">
        <TextField
          label={copy.number}
          hint={copy.numberHint}
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_NUMBER_LENGTH}
          className="figures"
          error={errors.certificateNumber?.message}
          {...form.register('certificateNumber')}
        />
        <TextField
          type="date"
          label={copy.validUntil}
          hint={copy.validUntilHint}
          className="figures"
          error={errors.validUntil?.message}
          {...form.register('validUntil')}
        />
      </div>
      <SelectField
        label={copy.country}
        options={COUNTRIES}
        error={errors.country?.message}
        {...form.register('country', {
          onChange: () => {
            form.setValue('regions', []);
            form.clearErrors('regions');
          },
        })}
      />
      {regions && (
        <fieldset
          id={REGIONS}
          className="grid gap-1.5"
          aria-describedby={errors.regions ? `${REGIONS}-error` : undefined}
        >
          <legend className="required-mark font-semibold leading-snug">{copy.regions}</legend>
          {/* The gap leaves half a row at the end, which shows that more follow. */}
          <div
            ref={regionBox}
            className="mt-1.5 grid max-h-60 gap-y-2 overflow-y-auto border border-edge bg-sheet px-3 py-2 sm:grid-cols-2"
          >
            {regions.map(([code, name]) => (
              <label key={code} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  value={code}
                  className="size-5 shrink-0 accent-signal"
                  {...form.register('regions', { onChange: () => form.clearErrors('regions') })}
                />
                {name}
              </label>
            ))}
          </div>
          {errors.regions && <FieldError id={`${REGIONS}-error`}>{errors.regions.message}</FieldError>}
        </fieldset>
      )}
      <PdfField
        ref={input}
        label={copy.file}
        hint={copy.fileHint}
        error={fileError}
        isUploading={progress !== null}
        onChange={() => setFileError(undefined)}
      />
      {progress !== null && (
        <UploadProgress label={copy.uploading} share={progress} onStop={() => abort.current?.abort()} />
      )}
      <FormError>{formError}</FormError>
      <Button type="submit" pending={pending}>
        {copy.submit}
      </Button>
    </form>
  );
}

const REGIONS = 'certificate-regions';
