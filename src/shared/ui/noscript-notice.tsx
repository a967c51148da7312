import { useCompany } from '#src/shared/company.ts';

/** Says that something needs script, for visitors without it. `what` is the subject of the sentence. */
export function NoscriptNotice({ what }: { what: string }) {
  const company = useCompany();
  return (
    <noscript>
      {/* React never shows it in a browser, so only the server needs it. */}
      {import.meta.env.SSR && (
        <p className="mb-6 max-w-prose border border-line bg-sheet px-4 py-3">
          {what} needs JavaScript, which is turned off in this browser. Please turn it on, or contact us:{' '}
          <a className="underline underline-offset-4" href={`mailto:${company.email}`}>
            {company.email}
          </a>
        </p>
      )}
    </noscript>
  );
}
