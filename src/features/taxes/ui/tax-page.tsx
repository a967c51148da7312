import { use } from 'react';
import { Link, useRevalidator } from 'react-router';
import { PublicSettingsContext } from '#src/shared/public-settings.ts';
import { DashboardPage } from '#src/shared/ui/page.tsx';
import { taxCopy as copy } from '../copy.ts';
import { TaxRates } from './tax-rates.tsx';

/** The rates with what they are for, and how to turn them on. */
export function TaxPage({ rates }: Pick<Parameters<typeof TaxRates>[0], 'rates'>) {
  const { revalidate } = useRevalidator();
  const { tax } = use(PublicSettingsContext);
  const note = { off: copy.off, stripe: copy.stripe, table: null }[tax];
  return (
    <DashboardPage title={copy.title} text={copy.text}>
      {note && <p className="max-w-xl border border-line bg-sheet px-4 py-3">{note}</p>}
      {tax !== 'off' && (
        <p>
          <Link
            to="/dashboard/settings#tax"
            className="inline-flex min-h-11 items-center underline decoration-2 decoration-line underline-offset-4 hover:decoration-signal"
          >
            {copy.settings}
          </Link>
        </p>
      )}
      <p>
        <Link
          to="/dashboard/taxes/report"
          className="inline-flex min-h-11 items-center underline decoration-2 decoration-line underline-offset-4 hover:decoration-signal"
        >
          {copy.report}
        </Link>
      </p>
      <TaxRates rates={rates} refresh={revalidate} />
    </DashboardPage>
  );
}
