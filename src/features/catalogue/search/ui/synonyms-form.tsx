import { useEffect, useRef, useState } from 'react';
import { callApi } from '#src/shared/api-client.ts';
import { TextArea } from '#src/shared/ui/field.tsx';
import { FormEnd } from '#src/shared/ui/form-end.tsx';
import { toFieldProblem, useFormSubmission } from '#src/shared/ui/use-form-submission.ts';
import { readNewer } from '#src/shared/versions.ts';
import type { Synonyms, TermCounts } from '../search-contract.ts';
import { searchCopy } from '../search-copy.ts';

const { form: copy } = searchCopy;

interface SynonymsFormProps {
  /** The group to change; null adds one. */
  group: Synonyms | null;
  /** The initial text of the field. */
  terms: readonly string[];
  onStored: (terms: readonly string[]) => Promise<void>;
  onCancel: () => void;
}

/**
 * Adds or changes words that mean the same, and says how many tools each finds. If somebody else has changed them
 * meanwhile, the form shows the current words, and submitting again replaces them.
 */
export function SynonymsForm({ group, terms: initial, onStored, onCancel }: SynonymsFormProps) {
  const [text, setText] = useState(() => [...initial, ''].join('\n'));
  const [newer, setNewer] = useState<Synonyms | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const terms = toTerms(text);
  const counts = useTermCounts(terms);

  useEffect(() => {
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, []);

  const { props, pending, errors, formError } = useFormSubmission({
    async send() {
      const result = group
        ? await callApi(`/search/synonyms/${group._id}`, {
            method: 'PATCH',
            body: { terms, version: (newer ?? group).version },
          })
        : await callApi('/search/synonyms', { method: 'POST', body: { terms } });
      if (result.ok) {
        await onStored(terms);
        return null;
      }
      const { problem } = result;
      setNewer((shown) => readNewer<Synonyms>(problem, 'synonyms') ?? shown);
      // The server names each term by its place, and they share one field.
      const sentences = new Set(Object.values(problem.errors));
      return sentences.size > 0 ? toFieldProblem('terms', [...sentences].join('\n')) : problem;
    },
  });

  return (
    <form
      {...props}
      aria-label={group ? copy.changeTitle : copy.addTitle}
      className="grid max-w-xl gap-4 border border-ink bg-sheet p-4 sm:p-5"
      onKeyDown={(event) => event.key === 'Escape' && !pending && onCancel()}
    >
      <TextArea
        ref={field}
        label={copy.terms}
        hint={copy.hint}
        error={errors.terms}
        required
        rows={Math.min(12, Math.max(4, text.split('\n').length))}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {terms.some((term) => counts.has(term)) && (
        <section aria-label={copy.counts}>
          <h3 className="text-fine font-semibold text-muted">{copy.counts}</h3>
          <ul>
            {[...new Set(terms)].map((term) => (
              <li key={term} className="flex justify-between gap-6 border-line border-b py-1">
                <span className="min-w-0 wrap-anywhere">{term}</span>
                <span className="figures shrink-0">{counts.has(term) ? copy.tools(counts.get(term) ?? 0) : '…'}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <FormEnd
        newer={newer && { title: copy.newer, text: newer.terms.join(', ') }}
        error={formError}
        pending={pending}
        submit={copy.submit}
        cancel={copy.cancel}
        onCancel={onCancel}
      />
    </form>
  );
}

function toTerms(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

const PAUSE_MS = 500;
const MAX_COUNTED_TERMS = 12;

/** How many tools each term finds, counted while the user pauses. Terms that could not be counted are left out. */
function useTermCounts(terms: readonly string[]): ReadonlyMap<string, number> {
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>(new Map());
  const uncounted = terms.filter((term) => !counts.has(term)).slice(0, MAX_COUNTED_TERMS);
  const wanted = uncounted.join('\n');
  useEffect(() => {
    if (wanted === '') return;
    const request = new AbortController();
    const timer = setTimeout(async () => {
      const asked = wanted.split('\n');
      const found = await fetchTermCounts(asked, request.signal);
      if (found)
        setCounts((before) => new Map([...before, ...asked.map((term, at) => [term, found[at] ?? 0] as const)]));
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [wanted]);
  return counts;
}

/** How many tools on sale each of at most 12 terms finds. Null if that can't be told. */
export async function fetchTermCounts(terms: readonly string[], signal?: AbortSignal): Promise<number[] | null> {
  try {
    const call = { method: 'POST', body: { terms }, ...(signal ? { signal } : {}) } as const;
    const result = await callApi<TermCounts>('/search/synonyms/preview', call);
    return result.ok ? result.value.tools : null;
  } catch {
    // Aborted, since the user types on.
    return null;
  }
}
