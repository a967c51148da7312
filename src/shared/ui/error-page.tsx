import { isRouteErrorResponse, type MetaDescriptor } from 'react-router';
import { type RouteMatches, useCompany } from '#src/shared/company.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { Button, ButtonLink } from './button.tsx';
import { pageMeta } from './page-meta.ts';

/** The head of a failed page, for the route whose error boundary shows it; empty without an error. */
export function errorMeta(error: unknown, matches: RouteMatches): MetaDescriptor[] {
  if (!error) return [];
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return pageMeta({ title: missing ? siteCopy.notFound.title : siteCopy.failed.title }, matches);
}

/** Replaces a failed page: not found, or broken on our side. It only shows what the route threw as `detail`. */
export function ErrorPage({ error }: { error: unknown }) {
  if (!isRouteErrorResponse(error)) return <FailedPage />;
  return error.status === 404 ? <NotFoundPage /> : <FailedPage detail={getDetail(error.data)} />;
}

/** The sentence for people in what a route threw. */
function getDetail(thrown: unknown): string | undefined {
  const detail = typeof thrown === 'object' && thrown !== null && 'detail' in thrown ? thrown.detail : undefined;
  return typeof detail === 'string' ? detail : undefined;
}

/** A broken drill, and the way home. The route itself sends the status 404. */
export function NotFoundPage() {
  return (
    <div className="frame grid items-center gap-x-16 gap-y-8 pt-8 pb-20 lg:grid-cols-[3fr_2fr] lg:pt-16">
      <img
        src="/images/marks/not-found.svg"
        alt={siteCopy.notFound.imageAlt}
        width="800"
        height="600"
        fetchPriority="high"
        className="h-auto w-full"
      />
      <div>
        <h1 className="text-head font-bold tracking-tight">{siteCopy.notFound.title}</h1>
        <p className="mt-4 max-w-prose text-lead text-muted">{siteCopy.notFound.text}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink to="/tools">{siteCopy.range.all}</ButtonLink>
          <ButtonLink to="/home" variant="secondary">
            {siteCopy.notFound.home}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}

function FailedPage({ detail = siteCopy.failed.text }: { detail?: string | undefined }) {
  const company = useCompany();
  return (
    <div className="frame max-w-3xl pt-16 pb-24">
      <h1 className="border-ink border-b pb-5 text-head font-bold tracking-tight">{siteCopy.failed.title}</h1>
      <p className="mt-6 max-w-prose text-lead">{detail}</p>
      <p className="mt-2 max-w-prose text-muted">
        <a className="underline underline-offset-4" href={`mailto:${company.email}`}>
          {company.email}
        </a>
        , <span className="figures">{company.phone.formatted}</span>
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button onClick={() => window.location.reload()}>{siteCopy.failed.again}</Button>
        <ButtonLink to="/home" variant="secondary" reloadDocument>
          {siteCopy.notFound.home}
        </ButtonLink>
      </div>
    </div>
  );
}
