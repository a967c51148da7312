import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router';
import { ButtonLink } from './button.tsx';
import { LoadError, PageHeading } from './page.tsx';

/** Stands where a private page could not be loaded: the sentence, and another try. A bug is thrown on. */
export function PageError() {
  const { status, detail } = useRouteProblem();
  if (status === 404) {
    return (
      <>
        <PageHeading title="Not found" text={detail ?? 'There is no such thing here.'} />
        <ButtonLink to="/tools" variant="secondary" className="mt-8">
          See the tools
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <PageHeading title="Something is in the way" />
      <div className="mt-8">
        <SectionError />
      </div>
    </>
  );
}

/** The same in a part of a page whose heading stands already. */
export function SectionError() {
  const { detail } = useRouteProblem();
  const { revalidate, state } = useRevalidator();
  return (
    <LoadError {...(detail ? { text: detail } : {})} pending={state !== 'idle'} onRetry={() => void revalidate()} />
  );
}

function useRouteProblem(): { status: number; detail: string | undefined } {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) throw error;
  const given: unknown = error.data;
  const detail = typeof given === 'object' && given !== null && 'detail' in given ? given.detail : undefined;
  return { status: error.status, detail: typeof detail === 'string' ? detail : undefined };
}
