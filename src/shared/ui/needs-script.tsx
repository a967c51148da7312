import { company, site } from '#src/shared/site-messages.ts';

/** Stands where something is of no use without script, for those who have none. `what` begins the sentence. */
export function NeedsScript({ what }: { what: string }) {
  return (
    <noscript>
      <p className="mb-6 max-w-prose border border-line bg-sheet px-4 py-3">
        {site.needsScript(what)}{' '}
        <a className="underline underline-offset-4" href={`mailto:${company.email}`}>
          {company.email}
        </a>
      </p>
    </noscript>
  );
}
