import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { joinUnits } from '#src/shared/units.ts';

interface ToolLinkProps {
  /** Its page redirects from this id to its slug. */
  toolId: string;
  children: ReactNode;
  /** The DOM id, where the name describes something else. */
  id?: string;
  className?: string;
}

/** The name of a tool, leading to its page. */
export function ToolLink({ toolId, className = '', ...rest }: ToolLinkProps) {
  return <Link to={`/tools/${toolId}`} className={`no-underline hover:underline ${className}`} {...rest} />;
}

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

/** An image of a tool without a text of its own, beside its name. For a pointer alone: the name is the link for all others. */
export function ImageLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <Link to={to} tabIndex={-1} aria-hidden="true" className={className}>
      {children}
    </Link>
  );
}
