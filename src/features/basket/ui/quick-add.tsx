import { useState } from 'react';
import { Button } from '#src/shared/ui/button.tsx';
import { Field, inputClasses } from '#src/shared/ui/field.tsx';
import { toFieldProblem, useFormSubmission } from '#src/shared/ui/use-form-submission.ts';
import { basketCopy } from '../copy.ts';
import { splitEntries, splitNumbers } from '../quick-entries.ts';
import { MAX_BASKET_LINES } from '../rules.ts';
import { type AddedEntries, addEntries } from './basket-actions.ts';

const { quickAdd: copy } = basketCopy;

/** Adds tools by their part numbers, typed or pasted, to the basket. What was not added stays in the field. */
export function QuickAdd() {
  const [text, setText] = useState('');
  const [added, setAdded] = useState(0);
  const { element, props, pending, errors } = useFormSubmission({
    async send() {
      const entries = splitEntries(text);
      setAdded(0);
      if (entries.length === 0) return toFieldProblem('entries', copy.nothing);
      if (entries.length > MAX_BASKET_LINES) return toFieldProblem('entries', copy.tooMany(entries.length));
      const outcome = await addAll(entries);
      setText(outcome.left.join('\n'));
      setAdded(outcome.added);
      element.current?.querySelector('textarea')?.focus();
      return outcome.error ? toFieldProblem('entries', outcome.error) : null;
    },
  });

  return (
    <form {...props} aria-label={copy.title} className="noscript:hidden max-w-xl py-4">
      <Field label={copy.title} hint={copy.hint} error={errors.entries}>
        {(control) => (
          <div className="flex items-start gap-2">
            <textarea
              {...control}
              // As high as what was pasted.
              rows={Math.min(text.split('\n').length, 8)}
              value={text}
              readOnly={pending}
              placeholder={copy.example}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className={`${inputClasses} figures`}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={(event) => {
                // A list is pasted, or typed with Shift+Enter. An input method uses Enter itself, in Safari with this code.
                if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
                  return;
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
        {added > 0 && copy.added(added)}
      </p>
    </form>
  );
}

/** Adds entries. One that no tool has may be a list in one line. */
async function addAll(entries: readonly string[]): Promise<AddedEntries> {
  const outcome = await addEntries(entries);
  const numbers = outcome.left.flatMap((entry) => {
    const several = splitNumbers(entry);
    return several.length > 0 ? several : [entry];
  });
  if (numbers.length === outcome.left.length || numbers.length > MAX_BASKET_LINES) return outcome;
  const more = await addEntries(numbers);
  return { ...more, added: outcome.added + more.added };
}
