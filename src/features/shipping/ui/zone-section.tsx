import { useRef, useState } from 'react';
import { Button } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { EmptyState, Section } from '#src/shared/ui/page.tsx';
import type { NewZone, WireMethod, WireZone } from '../contract.ts';
import { describePlace, shippingCopy } from '../copy.ts';
import { useShippingCalls } from './use-shipping-calls.ts';
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

/** All zones, each of which can be changed in its place or deleted, and a form for another one. */
export function ZoneSection({ zones, methods, homeCountry, refresh }: ZoneSectionProps) {
  const dialog = useDialog();
  /** The id of the zone that is being changed; empty while one is added. */
  const [openId, setOpenId] = useState<string | null>(null);
  const { isPending, error, done, send, report } = useShippingCalls('/shipping-zones', refresh);
  const status = useRef<HTMLParagraphElement>(null);
  const close = () => {
    setOpenId(null);
    status.current?.focus();
  };
  const save = (id: string) => async (zone: NewZone, version: number | undefined) => {
    const problem = id
      ? await send(
          id,
          { method: 'PATCH', body: zone, ...(version === undefined ? {} : { version }) },
          copy.saved(zone.name),
        )
      : await send('', { method: 'POST', body: zone }, copy.added(zone.name));
    if (!problem) close();
    return problem;
  };
  const remove = async ({ _id, name }: WireZone) => {
    if (!(await dialog.confirm(copy.ask(name)))) return;
    await report(await send(_id, { method: 'DELETE' }, copy.removed(name)));
    status.current?.focus();
  };
  const form = (zone: WireZone | null) => (
    <ZoneForm
      key={zone?._id ?? ''}
      zone={zone}
      homeCountry={zones.length === 0 ? homeCountry : null}
      onSend={save(zone?._id ?? '')}
      onCancel={close}
    />
  );
  return (
    <Section id="zones" title={copy.title}>
      <div className="mt-4 grid gap-4">
        <p className="max-w-prose text-muted">{copy.text}</p>
        <p ref={status} tabIndex={-1} role="status" className="text-good outline-none empty:sr-only wrap-anywhere">
          {done}
        </p>
        <FormError>{error}</FormError>
        {zones.length === 0 && openId === null && <EmptyState {...copy.none} />}
        {zones.length > 0 && (
          <ul aria-label={copy.list} className="border-line border-t">
            {zones.map((zone) => (
              <li key={zone._id} className="border-line border-b py-2">
                {openId === zone._id ? (
                  form(zone)
                ) : (
                  <ZoneRow
                    zone={zone}
                    isServed={methods.some(({ active, zoneId }) => active && zoneId === zone._id)}
                    isPending={isPending}
                    onChange={() => setOpenId(zone._id)}
                    onRemove={() => void remove(zone)}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {openId === '' ? (
          form(null)
        ) : (
          <div>
            <Button variant="secondary" onClick={() => setOpenId('')}>
              {copy.add}
            </Button>
          </div>
        )}
      </div>
    </Section>
  );
}

function ZoneRow({
  zone: { name, places },
  isServed,
  isPending,
  onChange,
  onRemove,
}: {
  zone: WireZone;
  isServed: boolean;
  isPending: boolean;
  onChange: () => void;
  onRemove: () => void;
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
        <Button variant="quiet" className="px-3!" aria-label={copy.changeLabel(name)} onClick={onChange}>
          {shippingCopy.change}
        </Button>
        <Button
          variant="quiet"
          className="px-3!"
          pending={isPending}
          aria-label={copy.removeLabel(name)}
          onClick={onRemove}
        >
          {shippingCopy.remove}
        </Button>
      </div>
    </div>
  );
}
