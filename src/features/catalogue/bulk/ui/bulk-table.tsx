import { Link } from 'react-router';
import { joinUnits } from '#src/shared/units.ts';
import type { WireBulkValues } from '../contract.ts';
import { describeValues } from '../copy.ts';

/** The name of a tool and its SKU below, leading to its page in the dashboard. */
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

/** What a bulk change touches of a tool, a line each. */
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
