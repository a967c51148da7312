import { callApi, isOutcomeUnknown } from '#src/shared/api-client.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { useAction } from '#src/shared/ui/use-action.ts';
import { toIfMatch } from '#src/shared/versions.ts';
import type { Tool } from '../../tool/contract.ts';
import { catalogueCopy } from '../copy.ts';
import { STOCK_SECTION_ID } from './stock-panel.tsx';

const { edit: copy } = catalogueCopy;

/** Buttons that archive a tool, bring it back or put a draft on sale, with links to its page and to a copy of it. */
export function ToolStateActions({ tool, refresh }: { tool: Tool; refresh: () => Promise<void> }) {
  const dialog = useDialog();
  const { isPending, problem, run } = useAction();

  const send = (path: string, method: 'POST' | 'PATCH', body: object = {}) =>
    run(async () => {
      const headers = toIfMatch(tool.version);
      const result = await callApi(`/tools/${tool._id}${path}`, { method, body, headers });
      // If the server could not be reached, a refresh would replace this page with an error.
      if (result.ok || !isOutcomeUnknown(result.problem)) await refresh();
      return result;
    });
  const archive = async () => {
    if (await dialog.confirm(copy.askArchive(tool.itemName))) await send('/archive', 'POST');
  };

  return (
    <div className="grid gap-3">
      <FormError>{problem?.detail}</FormError>
      <div className="flex flex-wrap gap-3">
        {tool.state === 'draft' && (
          <Button pending={isPending} onClick={() => void send('', 'PATCH', { state: 'on_sale' })}>
            {copy.publish}
          </Button>
        )}
        <ButtonLink to={`#${STOCK_SECTION_ID}`} variant="secondary">
          {catalogueCopy.stock.submit}
        </ButtonLink>
        {tool.state !== 'draft' && (
          <ButtonLink to={`/singleTool/${tool._id}`} variant="secondary">
            {copy.view}
          </ButtonLink>
        )}
        <ButtonLink to={`/dashboard/addproduct?from=${tool._id}`} variant="secondary">
          {copy.duplicate}
        </ButtonLink>
        {tool.state === 'archived' && (
          <Button variant="secondary" pending={isPending} onClick={() => void send('/restore', 'POST')}>
            {copy.restore}
          </Button>
        )}
        {tool.state === 'on_sale' && (
          <Button variant="secondary" pending={isPending} onClick={() => void archive()}>
            {copy.archive}
          </Button>
        )}
      </div>
    </div>
  );
}
