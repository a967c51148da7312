import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { discardDraft, readDraft, writeDraft } from '#src/shared/draft.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { formatListParams } from '#src/shared/ui/list/list-params.ts';
import type { ListState } from '#src/shared/ui/list/use-list.ts';
import { joinUnits } from '#src/shared/units.ts';
import type { Tool } from '../../tool/contract.ts';
import { bulkCopy } from '../copy.ts';
import { MAX_BULK_TOOLS } from '../rules.ts';
import { toggleIds } from './id-set.ts';

const { choice: copy } = bulkCopy;

/** The tools chosen in this tab, on all pages of the list. They stay through a reload, and until somebody signs out. */
const DRAFT = 'chosen-products';

export const BULK_CHANGE_PATH = '/dashboard/products/change';

export function readChosenIds(): string[] {
  return readDraft(DRAFT).ids?.split(' ').filter(Boolean) ?? [];
}

export function discardChosenIds(): void {
  discardDraft(DRAFT);
}

/** Scrolls a focused element out from under the bar at the edge of the window. */
export const CLEAR_OF_BARS = '[&_a]:scroll-my-32 [&_input]:scroll-my-32';

interface Choice {
  ids: ReadonlySet<string>;
  choose: (ids: readonly string[], chosen: boolean) => void;
}

const ChoiceContext = createContext<Choice>({ ids: new Set(), choose: () => {} });

/** Lets tools of a list be chosen, to change them all at once. */
export function ToolChoice({ list, children }: { list: ListState<Tool>; children: ReactNode }) {
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set(readChosenIds()));
  useEffect(() => writeDraft(DRAFT, ids.size > 0 ? { ids: [...ids].join(' ') } : {}), [ids]);
  const choose: Choice['choose'] = (changed, chosen) => setIds((now) => toggleIds(now, changed, chosen));

  const onPage = list.rows.map(({ _id }) => _id);
  const chosenOnPage = onPage.filter((id) => ids.has(id)).length;
  const total = list.page?.total ?? 0;
  const { q, state, filters } = list.params;

  const changeChosen = (className: string) => (
    <>
      <Button variant="quiet" className={className} onClick={() => setIds(new Set())}>
        {copy.clear}
      </Button>
      {ids.size <= MAX_BULK_TOOLS && (
        <ButtonLink to={`${BULK_CHANGE_PATH}?chosen`} className={className}>
          {copy.changeChosen(ids.size)}
        </ButtonLink>
      )}
    </>
  );
  // Somebody who has chosen a whole page may mean the other pages, too.
  const mayMeanAll = ids.size === 0 || (chosenOnPage === onPage.length && total > onPage.length);

  return (
    <ChoiceContext value={{ ids, choose }}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 bg-paper md:sticky md:top-0 md:z-10 md:py-2">
        <CheckLine
          checked={chosenOnPage > 0 && chosenOnPage === onPage.length}
          indeterminate={chosenOnPage > 0 && chosenOnPage < onPage.length}
          onChange={(chosen) => choose(onPage, chosen)}
        >
          {copy.page}
        </CheckLine>
        <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-2">
          <p role="status" className="text-muted empty:hidden">
            {ids.size > 0 ? copy.chosen(ids.size) : null}
          </p>
          {mayMeanAll && total <= MAX_BULK_TOOLS && (
            <ButtonLink to={`${BULK_CHANGE_PATH}${formatListParams(list.params, {}, list.config)}`} variant="secondary">
              {copy.changeAll(total, q !== '' || state !== '' || filters !== undefined)}
            </ButtonLink>
          )}
          {ids.size > 0 && changeChosen('max-md:hidden')}
        </div>
        {(ids.size || total) > MAX_BULK_TOOLS && <p className="w-full text-fine text-muted">{copy.tooMany}</p>}
      </div>
      <div className={CLEAR_OF_BARS}>{children}</div>
      {ids.size > 0 && (
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-between gap-2 border-ink border-t bg-paper py-3 md:hidden">
          {changeChosen('grow')}
        </div>
      )}
    </ChoiceContext>
  );
}

function CheckLine({
  checked,
  indeterminate,
  onChange,
  children,
}: {
  checked: boolean;
  indeterminate: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        ref={(input) => {
          if (input) input.indeterminate = indeterminate;
        }}
        type="checkbox"
        checked={checked}
        className="size-5 accent-ink"
        onChange={(event) => onChange(event.target.checked)}
      />
      {children}
    </label>
  );
}

export function ChoiceBox({ tool: { _id, itemName } }: { tool: Pick<Tool, '_id' | 'itemName'> }) {
  const { ids, choose } = use(ChoiceContext);
  return (
    <TickBox
      label={copy.one(joinUnits(itemName))}
      checked={ids.has(_id)}
      onChange={(chosen) => choose([_id], chosen)}
    />
  );
}

/** A checkbox without visible text, large enough for a finger. */
export function TickBox({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="-my-1 -ml-3 grid size-11 shrink-0 cursor-pointer place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        className="size-5 accent-ink"
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
