import { Link } from 'react-router';
import { copy as siteTexts } from '#src/shared/copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { joinUnits } from '#src/shared/units.ts';
import { toolCopy } from '../copy.ts';
import type { RelatedTool } from '../related-contract.ts';

const { noLonger: copy } = toolCopy;

/** Replaces the order form of an archived tool. Names its successor if a related tool is one, and offers advice if not. */
export function NoLongerSold({ toolId, related }: { toolId: string; related: readonly RelatedTool[] }) {
  const successor = related.find(({ kind, state }) => kind === 'replaced_by' && state === 'on_sale');
  return (
    <div className="grid justify-items-start gap-4 border border-line border-dashed px-4 py-6">
      {successor ? (
        <p>
          {copy.successor}{' '}
          <Link to={`/tools/${successor.slug}`} className="font-semibold">
            {joinUnits(successor.itemName)}
          </Link>
          .
        </p>
      ) : (
        <>
          <p>{copy.text}</p>
          <ButtonLink to={`/quote?tool=${encodeURIComponent(toolId)}`} variant="secondary">
            {siteTexts.home.requestQuote}
          </ButtonLink>
        </>
      )}
    </div>
  );
}
