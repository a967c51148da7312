import { Link } from 'react-router';
import { joinUnits } from '#src/shared/units.ts';
import { toolCopy } from '../copy.ts';
import type { RelatedTool } from '../related-contract.ts';

const { noLonger: copy } = toolCopy;

/** Replaces the order form of an archived tool. Names its successor if a related tool is one. */
export function NoLongerSold({ related }: { related: readonly RelatedTool[] }) {
  const successor = related.find(({ kind, state }) => kind === 'replaced_by' && state === 'on_sale');
  return (
    <p className="border border-line border-dashed px-4 py-6">
      <strong>{copy.title}</strong>{' '}
      {successor ? (
        <>
          {copy.successor}{' '}
          <Link to={`/tools/${successor.slug}`} className="font-semibold">
            {joinUnits(successor.itemName)}
          </Link>
          .
        </>
      ) : (
        copy.text
      )}
    </p>
  );
}
