import { EmptyState } from '#src/shared/ui/page.tsx';
import type { NewZone, WireMethod, WireZone } from '../contract.ts';
import { describePlace, shippingCopy } from '../copy.ts';
import { type EntryRowActions, RowActions, ShippingList } from './shipping-list.tsx';
import { ZoneForm } from './zone-form.tsx';

const { zones: copy } = shippingCopy;

/** More places of a zone than that are counted instead of named. */
const MAX_NAMED = 8;

interface ZoneSectionProps {
  zones: readonly WireZone[];
  methods: readonly WireMethod[];
  homeCountry: string | null;
  refresh: () => Promise<void>;
}

/** All zones, and a form for another one. */
export function ZoneSection({ zones, methods, homeCountry, refresh }: ZoneSectionProps) {
  return (
    <ShippingList<WireZone, NewZone>
      id="zones"
      path="/shipping-zones"
      copy={copy}
      entries={zones}
      none={<EmptyState {...copy.none} />}
      refresh={refresh}
      renderForm={(zone, actions) => (
        <ZoneForm
          key={zone?._id ?? ''}
          zone={zone}
          homeCountry={zones.length === 0 ? homeCountry : null}
          {...actions}
        />
      )}
      renderRow={(zone, actions) => (
        <ZoneRow
          zone={zone}
          isServed={methods.some(({ active, zoneId }) => active && zoneId === zone._id)}
          actions={actions}
        />
      )}
    />
  );
}

function ZoneRow({
  zone: { name, places },
  isServed,
  actions,
}: {
  zone: WireZone;
  isServed: boolean;
  actions: EntryRowActions;
}) {
  const named = places.slice(0, places.length > MAX_NAMED + 1 ? MAX_NAMED : undefined).map(describePlace);
  const rest = places.length - named.length;
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-1">
      <div className="min-w-0 grow basis-64 py-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-fine text-muted wrap-anywhere">
          {named.join('; ')} {rest > 0 && copy.more(rest)}
        </p>
        {!isServed && <p className="mt-1 text-fine">{copy.noMethod}</p>}
      </div>
      <div className="-mr-3 ml-auto flex">
        <RowActions name={name} copy={copy} {...actions} />
      </div>
    </div>
  );
}
