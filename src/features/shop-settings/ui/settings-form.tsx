import { use } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { formatDateTime } from '#src/shared/dates.ts';
import { PublicSettingsContext } from '#src/shared/public-settings.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FormBar } from '#src/shared/ui/form-bar.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { SelectField } from '#src/shared/ui/select-field.tsx';
import type { StoredSettings } from '../contract.ts';
import { settingsCopy as copy, SETTING_HINTS, SETTING_LABELS, SETTINGS_SECTIONS } from '../copy.ts';
import { NUMBER_BOUNDS, OPTIONAL_SETTINGS, SETTING_CHOICES, type SettingName } from '../rules.ts';
import { STRIPE_TAX_SETTINGS } from '../tax-settings.ts';
import type { SettingTexts } from './settings-draft.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** The sections that only a shop with tax has. */
const TAX_SECTIONS = ['tax', 'origin'];

const INPUTS: Partial<Record<SettingName, { type: string; autoComplete?: string }>> = {
  phone: { type: 'tel' },
  email: { type: 'email' },
  noticeEmail: { type: 'email' },
};

/** All settings in sections, each of which can be reset to its defaults. One button saves them all. */
export function SettingsForm({
  stored,
  email,
  onSaved,
}: {
  stored: StoredSettings;
  email: string;
  onSaved: () => void;
}) {
  const { form, props, pending, errors, formError, texts, base, edited, message, fill, undo } = useSettingsForm({
    stored,
    email,
    onSaved,
  });
  // Settings without effect would only be in the way. They are sent as they are.
  const { tax, vatCheck } = use(PublicSettingsContext);
  const unused: readonly SettingName[] = [
    ...(tax === 'stripe' ? [] : STRIPE_TAX_SETTINGS),
    ...(vatCheck === 'off' ? (['unverifiedVatId'] as const) : []),
  ];
  const sections = SETTINGS_SECTIONS.filter(({ id }) => tax !== 'off' || !TAX_SECTIONS.includes(id)).map((section) => ({
    ...section,
    fields: section.fields.filter((name) => !unused.includes(name)),
  }));
  return (
    <form {...props} className="mt-10 grid gap-12 [&_input]:scroll-mt-24 [&_input]:scroll-mb-48">
      <SettingsIndex sections={sections} />
      {sections.map(({ id, title, text, fields }) => (
        <Section
          key={id}
          id={id}
          title={title}
          actions={
            fields.some((name) => texts[name] !== String(base.defaults[name]) && !isLocked(name, base)) && (
              <Button
                variant="quiet"
                className="-mr-3 -mb-3 px-3! text-fine"
                aria-label={copy.resetLabel(title)}
                onClick={() => fill(fields, base.defaults)}
              >
                {copy.reset}
              </Button>
            )
          }
        >
          <p className="mt-3 max-w-prose text-muted">{text}</p>
          <div className="mt-6 grid max-w-4xl items-end gap-x-8 gap-y-6 xl:grid-cols-2">
            {fields.map((name) => (
              <SettingField
                key={name}
                name={name}
                stored={base}
                error={errors[name]?.message}
                registration={form.register(name)}
              />
            ))}
          </div>
          <Consequence id={id} texts={texts} />
        </Section>
      ))}
      <FormBar
        error={formError}
        note={
          message ||
          (base.changedAt && (
            <>
              {copy.lastChange} <DateTime at={base.changedAt} />
            </>
          ))
        }
      >
        <div className="flex flex-wrap gap-3">
          {edited.length > 0 && (
            <Button variant="secondary" onClick={undo}>
              {copy.undo}
            </Button>
          )}
          <Button type="submit" pending={pending}>
            {copy.save}
          </Button>
        </div>
      </FormBar>
    </form>
  );
}

/** Leads to each section, and stays in sight where the window is high enough for it. */
function SettingsIndex({ sections }: { sections: typeof SETTINGS_SECTIONS }) {
  return (
    <nav aria-label={copy.index} className="-mb-4 overflow-x-auto border-line border-y scroll-row settings-index">
      <ul className="-ml-3 flex">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center whitespace-nowrap px-3 text-fine no-underline hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function SettingField({
  name,
  stored,
  error,
  registration,
}: {
  name: SettingName;
  stored: StoredSettings;
  error: string | undefined;
  registration: UseFormRegisterReturn;
}) {
  const field = { label: SETTING_LABELS[name], hint: SETTING_HINTS[name], error, ...registration };
  // Read-only instead of disabled: a disabled field would be missing in what the form sends.
  if (isLocked(name, stored) && stored.firstOrder) {
    const { number, placedAt } = stored.firstOrder;
    return <TextField readOnly {...field} hint={copy.currencyLocked(number, placedAt)} />;
  }
  const choices = SETTING_CHOICES[name];
  if (choices) return <SelectField {...field} options={Object.entries(choices)} />;
  return (
    <TextField
      autoComplete="off"
      enterKeyHint="next"
      required={!OPTIONAL_SETTINGS.includes(name)}
      inputMode={name in NUMBER_BOUNDS && !name.endsWith('tude') ? 'decimal' : undefined}
      className={isFigure(name, stored) ? 'figures text-right' : ''}
      {...INPUTS[name]}
      {...field}
    />
  );
}

/** Orders are in this currency. */
function isLocked(name: SettingName, { firstOrder }: StoredSettings): boolean {
  return name === 'currency' && firstOrder !== null;
}

function isFigure(name: SettingName, { defaults }: StoredSettings): boolean {
  return typeof defaults[name] === 'number' || /^\d+\+$/.test(String(defaults[name]));
}

/** What the values of a section mean, updated while they are typed. */
function Consequence({ id, texts }: { id: string; texts: SettingTexts }) {
  const text = 'mt-4 text-fine text-muted';
  if (id === 'orders') {
    const ms = Number(texts.holdHours) * 3_600_000;
    if (!(ms > 0) || ms > NUMBER_BOUNDS.holdHours.max * 3_600_000) return null;
    return <p className={text}>{copy.holdUntil(formatDateTime(new Date(Date.now() + ms).toISOString()))}</p>;
  }
  if (id !== 'place') return null;
  const [latitude, longitude] = [Number(texts.latitude), Number(texts.longitude)];
  if (Number.isNaN(latitude) || Number.isNaN(longitude)) return null;
  return (
    <p className={text}>
      <a
        href={`https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=15/${latitude}/${longitude}`}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-11 items-center underline decoration-2 decoration-line underline-offset-4 hover:decoration-signal"
      >
        {copy.seeOnMap}
      </a>
    </p>
  );
}
