import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { LoadError, Section } from '#src/shared/ui/page.tsx';
import type { Synonyms } from '../search-contract.ts';
import { searchCopy } from '../search-copy.ts';
import { fetchTermCounts, SynonymsForm } from './synonyms-form.tsx';
import { SynonymsList } from './synonyms-list.tsx';

const { synonyms: copy } = searchCopy;

interface Done {
  sentence: string;
  /** What 'Undo' restores. */
  removed: Synonyms | null;
}

interface SynonymsSectionProps {
  result: ApiResult<Synonyms[]>;
  /** A search without a result that needs synonyms. Each request is a new object. */
  wish: { query: string } | null;
}

/** Words that mean the same. Groups can be added, edited in place, removed and restored. */
export function SynonymsSection({ result, wish }: SynonymsSectionProps) {
  const { revalidate, state } = useRevalidator();
  const [groups, setGroups] = useState(result.ok ? result.value : null);
  const [latest, setLatest] = useState(result);
  // The group in the form; 'new' for a new one.
  const [edited, setEdited] = useState<string | null>(null);
  const [removing, setRemoving] = useState<string | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [query, setQuery] = useState<string | null>(null);
  const status = useRef<HTMLParagraphElement>(null);
  if (latest !== result) {
    setLatest(result);
    // If a read fails, the current list stays.
    if (result.ok) setGroups(result.value);
  }
  useEffect(() => {
    if (!wish) return;
    setQuery(wish.query);
    setEdited('new');
  }, [wish]);

  const say = (sentence: string, removed: Synonyms | null = null) => {
    setDone({ sentence, removed });
    // The pressed button is gone. The focus moves to a place one step before the list.
    status.current?.focus();
  };
  const open = (id: string | null) => {
    setQuery(null);
    setEdited(id);
    setDone(null);
    setError(null);
  };
  const store = async (terms: readonly string[]) => {
    const [tools] = query === null ? [] : ((await fetchTermCounts([query])) ?? []);
    const isFound = query !== null && tools !== undefined;
    if (isFound && tools > 0) await callApi('/search/misses/done', { method: 'POST', body: { query } });
    await revalidate();
    open(null);
    say([copy.stored(terms), ...(isFound ? [copy.finds(query, tools)] : [])].join(' '));
  };
  const remove = async (group: Synonyms) => {
    if (removing) return;
    setRemoving(group._id);
    setError(null);
    setDone(null);
    const response = await callApi(`/search/synonyms/${group._id}?version=${group.version}`, { method: 'DELETE' });
    // A group that is gone already is what was asked for.
    const isDone = response.ok || response.problem.status === 404;
    await revalidate();
    setRemoving(null);
    if (isDone) say(copy.removed(group.terms), response.ok ? group : null);
    else setError(response.problem.detail);
  };
  const undo = async ({ terms }: Synonyms) => {
    setDone(null);
    const response = await callApi('/search/synonyms', { method: 'POST', body: { terms } });
    await revalidate();
    if (response.ok) say(copy.restored(terms));
    else setError(Object.values(response.problem.errors)[0] ?? response.problem.detail);
  };

  const { removed } = done ?? {};
  return (
    <Section
      id="synonyms"
      title={copy.title}
      actions={groups && edited !== 'new' && <Button onClick={() => open('new')}>{copy.add}</Button>}
    >
      <div className="mt-4 grid gap-4">
        <p className="max-w-prose text-muted">{copy.text}</p>
        <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 ${done ? 'border border-line px-4 py-2' : ''}`}>
          <p ref={status} tabIndex={-1} role="status" className="min-w-0 outline-none wrap-anywhere">
            {done?.sentence}
          </p>
          {removed && (
            <Button variant="quiet" className="-mx-5" onClick={() => void undo(removed)}>
              {copy.undo}
            </Button>
          )}
        </div>
        <FormError>{error}</FormError>
        {edited === 'new' && (
          <SynonymsForm
            key={query}
            group={null}
            terms={query === null ? [] : [query]}
            onStored={store}
            onCancel={() => open(null)}
          />
        )}
        {!result.ok && (
          <LoadError text={result.problem.detail} pending={state === 'loading'} onRetry={() => void revalidate()} />
        )}
        {groups && (
          <SynonymsList
            groups={groups}
            edited={edited}
            removed={removing}
            onChange={(group) => open(group?._id ?? null)}
            onRemove={(group) => void remove(group)}
            onStored={store}
          />
        )}
      </div>
    </Section>
  );
}
