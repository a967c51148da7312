import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface ToolLinkProps {
  /** The tool's page redirects from this id to its slug. */
  toolId: string;
  children: ReactNode;
  /** The DOM id, if the name describes another element. */
  id?: string;
  className?: string;
}

/** The name of a tool, as a link to its page. */
export function ToolLink({ toolId, className = '', ...rest }: ToolLinkProps) {
  return <Link to={`/tools/${toolId}`} className={`no-underline hover:underline ${className}`} {...rest} />;
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
