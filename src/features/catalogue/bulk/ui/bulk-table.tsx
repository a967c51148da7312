import { Link } from 'react-router';
import { joinUnits } from '#src/shared/units.ts';
import type { WireBulkValues } from '../contract.ts';
import { describeValues } from '../copy.ts';

/** A tool's name with its SKU below it, as a link to its page in the dashboard. */
export function ToolName({ tool }: { tool: { _id: string; sku: string; itemName: string } }) {
  return (
    <span className="min-w-0">
      <Link to={`/dashboard/products/${tool._id}`} className="no-underline wrap-anywhere hover:underline">
        {joinUnits(tool.itemName)}
      </Link>
      <span className="figures block font-normal text-fine text-muted wrap-anywhere">{tool.sku}</span>
    </span>
  );
}

/** The values of a tool that a bulk change touches, one per line. */
export function BulkValuesText({ values, strong = false }: { values: WireBulkValues; strong?: boolean }) {
  return (
    <span className={`wrap-anywhere ${strong ? 'font-semibold' : ''}`}>
      {describeValues(values).map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))}
    </span>
  );
}
