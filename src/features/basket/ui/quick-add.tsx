import { type SubmitEvent, useRef, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { Field, inputClasses } from '#src/shared/ui/field.tsx';
import type { FoundEntries } from '../contract.ts';
import { basketCopy } from '../copy.ts';
import { splitEntries } from '../quick-entries.ts';
import { MAX_BASKET_LINES } from '../rules.ts';
import { addLines } from './basket-actions.ts';

const { quickAdd: copy } = basketCopy;

/** Adds tools by their part numbers, typed or pasted, to the basket. What was not added stays in the field. */
export function QuickAdd() {
  const [text, setText] = useState('');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  const [added, setAdded] = useState<string | null>(null);
  const field = useRef<HTMLFormElement>(null);

  const add = async () => {
    const entries = splitEntries(text);
    setAdded(null);
    if (entries.length === 0) return setError(copy.nothing);
    if (entries.length > MAX_BASKET_LINES) return setError(copy.tooMany(entries.length));
    setError(undefined);
    setPending(true);
    const outcome = await addEntries(entries);
    setPending(false);
    setText(outcome.left.join('\n'));
    setError(outcome.error);
    setAdded(outcome.added > 0 ? copy.added(outcome.added) : null);
    field.current?.querySelector('textarea')?.focus();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!pending) void add();
  };

  return (
    <form ref={field} noValidate aria-label={copy.title} onSubmit={submit} className="noscript:hidden max-w-xl py-4">
      <Field label={copy.title} hint={copy.hint} error={error}>
        {(control) => (
          <div className="flex items-start gap-2">
            <textarea
              {...control}
              // As high as what was pasted.
              rows={Math.min(text.split('\n').length, 8)}
              value={text}
              placeholder={copy.example}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className={`${inputClasses} figures`}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                // A list is pasted, or typed with Shift+Enter. An input method uses Enter itself.
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
                event.preventDefault();
                event.currentTarget.form?.requestSubmit();
              }}
            />
            <Button type="submit" variant="secondary" pending={pending}>
              {copy.add}
            </Button>
          </div>
        )}
      </Field>
      <p role="status" className="text-fine text-good empty:hidden">
        {added}
      </p>
    </form>
  );
}

interface Outcome {
  /** How many tools were added. */
  added: number;
  /** The entries that were not, as they were typed. */
  left: readonly string[];
  error?: string;
}

async function addEntries(entries: readonly string[]): Promise<Outcome> {
  const found = await callApi<FoundEntries>('/basket/part-numbers', { method: 'POST', body: { entries }, token: null });
  if (!found.ok) return { added: 0, left: entries, error: found.problem.detail };
  const { lines, missing } = found.value;
  const result = lines.length > 0 ? await addLines(lines) : { added: [], left: [], notForSale: [] };
  if (!result) return { added: 0, left: entries, error: basketCopy.again.failed };
  const problems = [missing.length > 0 && copy.missing(missing), result.left.length > 0 && basketCopy.full];
  const error = problems.filter(Boolean).join(' ');
  return { added: result.added.length, left: missing, ...(error ? { error } : {}) };
}
