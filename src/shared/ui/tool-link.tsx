import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { joinUnits } from '#src/shared/units.ts';

interface ToolLinkProps {
  /** The tool's page redirects from this id to its slug. */
  toolId: string;
  children: ReactNode;
  /** The DOM id, if the name describes another element. */
  id?: string;
  title?: string;
  className?: string;
}

export function ToolLink({ toolId, className = '', ...rest }: ToolLinkProps) {
  return <Link to={`/tools/${toolId}`} className={`no-underline hover:underline ${className}`} {...rest} />;
}

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

/**
 * An image of a tool without its own text, beside the tool's name. It is only a link for the mouse; for everyone else,
 * the name is the link.
 */
export function ImageLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <Link to={to} tabIndex={-1} aria-hidden="true" className={className}>
      {children}
    </Link>
  );
}
