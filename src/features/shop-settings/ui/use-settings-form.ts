import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import type { ApiProblem } from '#src/shared/api-client.ts';
import { lazyValidator } from '#src/shared/form-validator.ts';
import { useFieldForm } from '#src/shared/ui/use-field-form.ts';
import { renameErrors } from '#src/shared/ui/use-form-submission.ts';
import { readNewer } from '#src/shared/versions.ts';
import type { StoredSettings } from '../contract.ts';
import { settingsCopy as copy, SETTING_LABELS } from '../copy.ts';
import { SETTING_NAMES, type SettingName, type ShopSettings } from '../rules.ts';
import { sendSettings } from './call-settings.ts';
import { listEdited, mergeEdits, type SettingTexts, toTexts } from './settings-draft.ts';

const validator = lazyValidator(async () => (await import('../contract.ts')).settingsFormSchema);

interface SettingsFormOptions {
  stored: StoredSettings;
  email: string;
  onSaved: () => void;
}

/** The state of the form. An error or a conflict with somebody else keeps all that was typed. */
export function useSettingsForm({ stored, email, onSaved }: SettingsFormOptions) {
  const [base, setBase] = useState(stored);
  const [message, setMessage] = useState<string | null>(null);
  const { form, discard, setFormError, ...submission } = useFieldForm({
    defaultValues: toTexts(stored.settings),
    validator,
    fields: SETTING_NAMES,
    draft: `settings:${email}`,
    async send(settings, { form, discard, setFormError }) {
      setMessage(null);
      const result = await sendSettings({ version: base.version, settings });
      if (!result.ok) {
        const { problem } = result;
        // The server names a setting by its place in the body.
        if (!readNewer(problem, 'settings')) return renameErrors(problem, (path) => path.replace(/^settings\./, ''));
        showConflict(form, problem);
        setFormError(copy.conflict);
        return null;
      }
      discard();
      const saved = listEdited(toTexts(result.value.settings), base.settings).map((name) => SETTING_LABELS[name]);
      setBase(result.value);
      form.reset(toTexts(result.value.settings));
      setMessage(saved.length > 0 ? copy.saved(saved) : copy.unchanged);
      onSaved();
      return null;
    },
  });
  const texts = useWatch({ control: form.control }) as SettingTexts;
  const edited = listEdited(texts, base.settings);

  function fill(names: readonly SettingName[], settings: ShopSettings): void {
    for (const name of names) {
      form.clearErrors(name);
      form.setValue(name, String(settings[name]), { shouldDirty: true });
    }
    setMessage(null);
  }

  function showConflict(form: UseFormReturn<SettingTexts, unknown, ShopSettings>, problem: ApiProblem): void {
    const theirs = problem.extra.settings as ShopSettings;
    const { texts: merged, conflicts } = mergeEdits(form.getValues(), base.settings, theirs);
    for (const name of SETTING_NAMES) form.setValue(name, merged[name]);
    setBase({ ...base, version: problem.extra.version as number, settings: theirs });
    for (const [at, name] of conflicts.entries()) {
      const message = copy.changedTo(String(theirs[name]));
      form.setError(name, { type: 'server', message }, { shouldFocus: at === 0 });
    }
  }

  return {
    ...submission,
    form,
    texts,
    base,
    edited,
    message: edited.length > 0 ? copy.unsaved(edited.length) : message,
    fill,
    undo() {
      form.reset(toTexts(base.settings));
      discard();
      setFormError(null);
      setMessage(null);
    },
  };
}
