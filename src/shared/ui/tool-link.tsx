import type { ReactNode } from 'react';
import { Link } from 'react-router';

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

/** An image of a tool without a text of its own, beside its name. For a pointer alone: the name is the link for all others. */
export function ImageLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  return (
    <Link to={to} tabIndex={-1} aria-hidden="true" className={className}>
      {children}
    </Link>
  );
}
