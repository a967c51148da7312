import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { ButtonLink } from './button.tsx';
import { LoadError, PageHeading } from './page.tsx';

/** What the loader of a page throws as data. */
interface RouteProblem {
  title?: string;
  detail?: string;
  /** The page that helps. */
  next?: { to: string; label: string };
}

interface PageErrorProps {
  /** The page that helps who looked for something that is not there. */
  whenMissing?: { to: string; label: string };
}

/**
 * Replaces a private page that could not be loaded, and offers to try again, or the page that helps if trying again
 * cannot. Rethrows bugs.
 */
export function PageError({ whenMissing = { to: '/tools', label: 'See the tools' } }: PageErrorProps) {
  const { status, title = status === 404 ? 'Not found' : '', detail, next } = useRouteProblem();
  if (title) {
    const help = status === 404 ? whenMissing : next;
    return (
      <>
        <PageHeading title={title} text={detail ?? 'We could not find what you are looking for.'} />
        {help && (
          <ButtonLink to={help.to} variant="secondary" className="mt-8">
            {help.label}
          </ButtonLink>
        )}
      </>
    );
  }
  return (
    <>
      <PageHeading title="Something went wrong" />
      <div className="mt-8">
        <SectionError />
      </div>
    </>
  );
}

/** The same for a page that has no frame around it. */
export function FramedPageError() {
  return (
    <div className="frame py-10">
      <PageError />
    </div>
  );
}

/** The same for a part of a page that already has its heading. */
export function SectionError() {
  const { detail } = useRouteProblem();
  const { revalidate, state } = useRevalidator();
  return (
    <LoadError {...(detail ? { text: detail } : {})} pending={state !== 'idle'} onRetry={() => void revalidate()} />
  );
}

function useRouteProblem(): RouteProblem & { status: number } {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) throw error;
  const data: unknown = error.data;
  const problem: RouteProblem = typeof data === 'object' && data !== null ? data : {};
  return { ...problem, status: error.status };
}
