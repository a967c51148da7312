import { useState } from 'react';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { FoldedList } from '#src/shared/ui/folded-list.tsx';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { Synonyms } from '../search-contract.ts';
import { searchCopy } from '../search-copy.ts';
import { SynonymsForm } from './synonyms-form.tsx';

const { synonyms: copy } = searchCopy;

interface SynonymsListProps {
  groups: readonly Synonyms[];
  /** The id of the group that is being edited in place. */
  edited: string | null;
  /** The id of the group that is being removed. */
  removed: string | null;
  onChange: (group: Synonyms | null) => void;
  onRemove: (group: Synonyms) => void;
  onStored: (terms: readonly string[]) => Promise<void>;
}

/** Words that mean the same, group by group, with a field that filters them. */
export function SynonymsList({ groups, edited, removed, onChange, onRemove, onStored }: SynonymsListProps) {
  const [filter, setFilter] = useState('');
  const word = filter.trim().toLowerCase();
  if (groups.length === 0) return <EmptyState {...copy.none} />;
  // The group that is being edited stays visible whatever the filter says.
  const shown = groups.filter(
    ({ _id, terms }) => _id === edited || terms.some((term) => term.toLowerCase().includes(word)),
  );
  return (
    <div className="grid gap-3">
      <div className="max-w-md">
        <TextField
          type="search"
          label={copy.filter}
          value={filter}
          maxLength={60}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      <p role="status" className="text-muted wrap-anywhere">
        {shown.length === 0 ? copy.noMatch(filter.trim()) : copy.count(shown.length, groups.length)}
      </p>
      {/* Not a grid item, since the grid would stretch its button. */}
      <div>
        <FoldedList
          label={copy.list}
          items={shown.map((group) => (
            <li key={group._id} className="border-line border-t py-3 last:border-b">
              {group._id === edited ? (
                <SynonymsForm group={group} terms={group.terms} onStored={onStored} onCancel={() => onChange(null)} />
              ) : (
                <SynonymsRow
                  group={group}
                  pending={removed === group._id}
                  onChange={() => onChange(group)}
                  onRemove={() => onRemove(group)}
                />
              )}
            </li>
          ))}
        />
      </div>
    </div>
  );
}

interface SynonymsRowProps {
  group: Synonyms;
  pending: boolean;
  onChange: () => void;
  onRemove: () => void;
}

function SynonymsRow({ group: { _id, terms }, pending, onChange, onRemove }: SynonymsRowProps) {
  const id = `synonyms-${_id}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1">
      <p id={id} className="min-w-0 flex-1 basis-64 wrap-anywhere">
        {terms.map((term, at) => (
          <span key={term}>
            {at > 0 && <span className="text-muted"> = </span>}
            <span className={at === 0 ? 'font-semibold' : ''}>{term}</span>
          </span>
        ))}
      </p>
      <div className="flex gap-3">
        <Button variant="quiet" className="max-sm:-ml-5" aria-describedby={id} onClick={onChange}>
          {copy.change}
        </Button>
        <Button variant="quiet" className="sm:-mr-5" pending={pending} aria-describedby={id} onClick={onRemove}>
          {copy.remove}
        </Button>
      </div>
    </div>
  );
}
