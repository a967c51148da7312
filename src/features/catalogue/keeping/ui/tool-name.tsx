import { Link } from 'react-router';
import { joinUnits } from '#src/shared/units.ts';

interface ToolNameProps {
  tool: { _id: string; sku: string; itemName: string };
  /** Whether the reader may open the tool's page in the dashboard. */
  mayKeep: boolean;
}

/** A tool's name, which leads to its page in the dashboard, with its SKU below it. */
export function ToolName({ tool, mayKeep }: ToolNameProps) {
  const name = joinUnits(tool.itemName);
  return (
    <span className="min-w-0">
      {mayKeep ? (
        <Link to={`/dashboard/products/${tool._id}`} className="no-underline wrap-anywhere hover:underline">
          {name}
        </Link>
      ) : (
        <span className="wrap-anywhere">{name}</span>
      )}
      <span className="figures block font-normal text-fine text-muted wrap-anywhere">{tool.sku}</span>
    </span>
  );
}
