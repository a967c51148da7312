import { Link, useRevalidator } from 'react-router';
import { useCompany } from '#src/shared/company.ts';
import { findHomeCountry } from '#src/shared/postal-address/countries.ts';
import { EmptyState, PageHeading } from '#src/shared/ui/page.tsx';
import type { WireMethod, WireZone } from '../contract.ts';
import { shippingCopy as copy } from '../copy.ts';
import { MethodSection } from './method-section.tsx';
import { UnweighedTools } from './unweighed-tools.tsx';
import { ZoneSection } from './zone-section.tsx';

/** Where people weigh in pounds. */
const POUND_COUNTRIES = new Set(['US', 'LR', 'MM']);

interface ShippingViewProps {
  zones: readonly WireZone[];
  methods: readonly WireMethod[];
  /** The first tools on sale without a weight, and how many there are. */
  tools: readonly { _id: string; sku: string; itemName: string }[];
  toolCount: number;
}

/** Everything on the page of shipping. */
export default function ShippingView({ zones, methods, tools, toolCount }: ShippingViewProps) {
  const { revalidate } = useRevalidator();
  const homeCountry = findHomeCountry(useCompany());
  return (
    <>
      <PageHeading title={copy.title} text={copy.text} />
      <div className="mt-8 grid gap-12">
        <div className="grid gap-4">
          {!methods.some(({ active }) => active) && <EmptyState {...copy.off} />}
          <p className="max-w-prose text-muted">
            {copy.settings.text}{' '}
            <Link
              to="/dashboard/settings#order-value"
              className="text-ink underline decoration-2 decoration-line underline-offset-4 hover:decoration-signal"
            >
              {copy.settings.link}
            </Link>
            .
          </p>
        </div>
        <ZoneSection zones={zones} methods={methods} homeCountry={homeCountry} refresh={revalidate} />
        <MethodSection
          methods={methods}
          zones={zones}
          weightUnit={POUND_COUNTRIES.has(homeCountry ?? '') ? 'lb' : 'kg'}
          refresh={revalidate}
        />
        <UnweighedTools tools={tools} total={toolCount} />
      </div>
    </>
  );
}
