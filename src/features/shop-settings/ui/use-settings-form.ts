import { type RefObject, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { ApiProblem } from '#src/shared/api-client.ts';
import { lazyValidator, showProblem } from '#src/shared/form-validator.ts';
import { useDraft } from '#src/shared/ui/use-draft.ts';
import { readNewer } from '#src/shared/versions.ts';
import type { StoredSettings } from '../contract.ts';
import { settingsCopy as copy } from '../copy.ts';
import { SETTING_NAMES, type SettingName, type ShopSettings } from '../rules.ts';
import { sendSettings } from './call-settings.ts';
import { listEdited, mergeEdits, type SettingTexts, toTexts } from './settings-draft.ts';

const validator = lazyValidator(async () => (await import('../contract.ts')).settingsFormSchema);

interface SettingsFormOptions {
  stored: StoredSettings;
  email: string;
  element: RefObject<HTMLFormElement | null>;
  onSaved: () => void;
}

/** The state of the form. An error or a conflict with somebody else keeps all that was typed. */
export function useSettingsForm({ stored, email, element, onSaved }: SettingsFormOptions) {
  const [base, setBase] = useState(stored);
  const [formError, setFormError] = useState<string | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const form = useForm({ resolver: validator.resolver, defaultValues: toTexts(stored.settings) });
  const { discard } = useDraft(element, `settings:${email}`);
  const texts = useWatch({ control: form.control }) as SettingTexts;
  const edited = listEdited(texts, base.settings);
  const busy = useRef(false);

  function fill(names: readonly SettingName[], settings: ShopSettings): void {
    for (const name of names) {
      form.clearErrors(name);
      form.setValue(name, String(settings[name]), { shouldDirty: true });
    }
    setMessage(null);
  }

  function showConflict(problem: ApiProblem): void {
    const theirs = problem.extra.settings as ShopSettings;
    const { texts: merged, conflicts } = mergeEdits(form.getValues(), base.settings, theirs);
    for (const name of SETTING_NAMES) form.setValue(name, merged[name]);
    setBase({ ...base, version: problem.extra.version as number, settings: theirs });
    setFormError(copy.conflict);
    for (const [at, name] of conflicts.entries()) {
      const message = copy.changedTo(String(theirs[name]));
      form.setError(name, { type: 'server', message }, { shouldFocus: at === 0 });
    }
  }

  const send = form.handleSubmit(async (settings) => {
    const result = await sendSettings({ version: base.version, settings });
    if (!result.ok) {
      const { problem } = result;
      if (readNewer(problem, 'settings')) showConflict(problem);
      else setFormError(showProblem(form, withoutPrefix(problem), SETTING_NAMES));
      return;
    }
    discard();
    setBase(result.value);
    form.reset(toTexts(result.value.settings));
    setMessage(result.value.version === base.version ? copy.unchanged : copy.saved);
    onSaved();
  });

  return {
    form,
    texts,
    base,
    edited,
    formError,
    message: edited.length > 0 ? copy.unsaved(edited.length) : message,
    preload: validator.preload,
    fill,
    undo() {
      form.reset(toTexts(base.settings));
      discard();
      setFormError(null);
      setMessage(null);
    },
    async submit() {
      if (busy.current) return;
      busy.current = true;
      setFormError(null);
      setMessage(null);
      try {
        await send();
      } finally {
        busy.current = false;
      }
    },
  };
}

/** The server names a setting by its place in the body, which is not the name of a field. */
function withoutPrefix(problem: ApiProblem): ApiProblem {
  const errors = Object.entries(problem.errors).map(([path, sentence]) => [path.replace(/^settings\./, ''), sentence]);
  return { ...problem, errors: Object.fromEntries(errors) };
}
