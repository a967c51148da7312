import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '#src/shared/api-client.ts';
import { discardDraft } from '#src/shared/draft.ts';
import { createPostOnce } from '#src/shared/post-once.ts';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { useAction } from '#src/shared/ui/use-action.ts';
import type { InventoryQuery } from '../../keeping/contract.ts';
import type { BulkPreview, BulkPreviewRow } from '../contract.ts';
import { bulkCopy } from '../copy.ts';
import type { BulkChange, BulkKind } from '../rules.ts';
import { BulkChangeForm, toBulkDraftName } from './bulk-change-form.tsx';
import { BulkPreviewView } from './bulk-preview.tsx';
import { discardChosenIds } from './tool-choice.tsx';

/** The tools to change: those ticked, or all that a filter of the list shows. */
export type ToolSelection = { ids: readonly string[] } | { filter: Pick<InventoryQuery, 'q' | 'state' | 'category'> };

interface BulkEditorProps {
  /** The kinds of changes that the admin may make. */
  kinds: readonly BulkKind[];
  email: string;
  selection: ToolSelection;
}

interface Previewed {
  change: BulkChange;
  preview: BulkPreview;
  differing: ReadonlySet<string>;
}

/**
 * Lets somebody choose a change of many tools, preview it and make it. Then it leads to the page of the change, where
 * it can be undone.
 */
export function BulkEditor({ kinds, email, selection }: BulkEditorProps) {
  const navigate = useNavigate();
  const [postOnce] = useState(createPostOnce);
  const [previewed, setPreviewed] = useState<Previewed | null>(null);
  const { isPending, problem, setProblem, run } = useAction();
  const error = problem && (Object.values(problem.errors)[0] ?? problem.detail);
  const section = useRef<HTMLElement>(null);
  // The pressed button is above the preview, which on a phone is below the edge of the screen.
  useEffect(() => {
    if (previewed) section.current?.focus();
  }, [previewed]);

  /** The preview belongs to what the form said before the last input, so it is not shown. */
  const inputs = useRef(0);

  const loadPreview = async (change: BulkChange) => {
    setProblem(null);
    const asked = inputs.current;
    const result = await callApi<BulkPreview>('/bulk-changes/preview', {
      method: 'POST',
      body: { change, ...selection },
    });
    if (!result.ok) return result.problem;
    if (inputs.current === asked) setPreviewed({ change, preview: result.value, differing: new Set() });
    return null;
  };

  const apply = async ({ change }: Previewed, rows: readonly BulkPreviewRow[]) => {
    const { pathname } = window.location;
    const body = { change, tools: rows.map(({ _id, version }) => ({ _id, version })) };
    const result = await run(() => postOnce<{ insertedId: string }>('/bulk-changes', body));
    if (!result.ok) {
      const { preview, differing = [] } = result.problem.extra as { preview?: BulkPreview; differing?: string[] };
      if (preview) setPreviewed({ change, preview, differing: new Set(differing) });
      return;
    }
    discardDraft(toBulkDraftName(email));
    if ('ids' in selection) discardChosenIds();
    // Somebody who has gone to another page meanwhile stays there.
    if (window.location.pathname !== pathname) return;
    await navigate(`/dashboard/products/changes/${result.value.insertedId}`, { replace: true, state: { made: true } });
  };

  return (
    <div className="grid gap-12">
      <BulkChangeForm
        kinds={kinds}
        email={email}
        isPreviewed={previewed !== null}
        onPreview={loadPreview}
        onInput={() => {
          inputs.current += 1;
          setPreviewed(null);
        }}
      />
      {/* Somebody who typed meanwhile has no preview any more, but still learns how the change ended. */}
      {!previewed && <FormError>{error}</FormError>}
      {previewed && (
        <Section ref={section} tabIndex={-1} title={bulkCopy.preview.title} className="scroll-mt-4 outline-none">
          <BulkPreviewView
            // A new preview starts with no tool left out.
            key={previewed.preview.rows.map(({ _id, version }) => `${_id}${version}`).join()}
            {...previewed}
            error={error}
            pending={isPending}
            onApply={(rows) => void apply(previewed, rows)}
          />
        </Section>
      )}
    </div>
  );
}
