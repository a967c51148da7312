import { useCompany } from '#src/shared/company.ts';
import { siteCopy } from '#src/shared/site-copy.ts';

/** Says that something needs script, for visitors without it. `what` is the subject of the sentence. */
export function NoscriptNotice({ what }: { what: string }) {
  const company = useCompany();
  return (
    <noscript>
      <p className="mb-6 max-w-prose border border-line bg-sheet px-4 py-3">
        {siteCopy.noscript(what)}{' '}
        <a className="underline underline-offset-4" href={`mailto:${company.email}`}>
          {company.email}
        </a>
      </p>
    </noscript>
  );
}
