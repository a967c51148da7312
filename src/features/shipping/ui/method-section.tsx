import { useRef, useState } from 'react';
import { Badge } from '#src/shared/ui/badge.tsx';
import { Button } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { EmptyState, Section } from '#src/shared/ui/page.tsx';
import type { WireMethod, WireZone } from '../contract.ts';
import { shippingCopy } from '../copy.ts';
import type { WeightUnit } from '../rules.ts';
import { describeMethod } from './describe-method.ts';
import { MethodForm } from './method-form.tsx';
import { useShippingCalls } from './use-shipping-calls.ts';

const { methods: copy } = shippingCopy;

interface MethodSectionProps {
  methods: readonly WireMethod[];
  zones: readonly WireZone[];
  /** The unit of weight of a first method. */
  weightUnit: WeightUnit;
  refresh: () => Promise<void>;
}

/** All methods in their order, each of which can be changed in its place, moved or deleted, and a form for another one. */
export function MethodSection({ methods, zones, weightUnit, refresh }: MethodSectionProps) {
  const dialog = useDialog();
  /** The id of the method that is being changed; empty while one is added. */
  const [openId, setOpenId] = useState<string | null>(null);
  const { isPending, error, done, send, report } = useShippingCalls('/shipping-methods', refresh);
  const status = useRef<HTMLParagraphElement>(null);
  const close = () => {
    setOpenId(null);
    status.current?.focus();
  };
  const save = (id: string) => async (body: object, name: string, version: number | undefined) => {
    const problem = id
      ? await send(id, { method: 'PATCH', body, ...(version === undefined ? {} : { version }) }, copy.saved(name))
      : await send('', { method: 'POST', body }, copy.added(name));
    if (!problem) close();
    return problem;
  };
  const move = async ({ _id, name, version }: WireMethod, position: number) =>
    report(await send(_id, { method: 'PATCH', body: { position }, version }, copy.moved(name, position)));
  const remove = async ({ _id, name }: WireMethod) => {
    if (!(await dialog.confirm(copy.ask(name)))) return;
    await report(await send(_id, { method: 'DELETE' }, copy.removed(name)));
    status.current?.focus();
  };
  const form = (method: WireMethod | null) => (
    <MethodForm
      key={method?._id ?? ''}
      method={method}
      zones={zones}
      weightUnit={methods[0]?.weightUnit ?? weightUnit}
      onSend={save(method?._id ?? '')}
      onCancel={close}
    />
  );
  return (
    <Section id="methods" title={copy.title}>
      <div className="mt-4 grid gap-4">
        <p className="max-w-prose text-muted">{copy.text}</p>
        <p ref={status} tabIndex={-1} role="status" className="text-good outline-none empty:sr-only wrap-anywhere">
          {done}
        </p>
        <FormError>{error}</FormError>
        {methods.length === 0 && openId === null && (
          <EmptyState title={copy.none.title} text={zones.length === 0 ? copy.noneWithoutZone : copy.none.text} />
        )}
        {methods.length > 0 && (
          <ul aria-label={copy.list} className="border-line border-t">
            {methods.map((method, at) => (
              <li key={method._id} className="border-line border-b py-2">
                {openId === method._id ? (
                  form(method)
                ) : (
                  <MethodRow
                    method={method}
                    summary={describeMethod(method, zones)}
                    place={{ number: at + 1, isLast: at === methods.length - 1 }}
                    isPending={isPending}
                    onMove={(position) => void move(method, position)}
                    onChange={() => setOpenId(method._id)}
                    onRemove={() => void remove(method)}
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

interface MethodRowProps {
  method: WireMethod;
  summary: string;
  place: { number: number; isLast: boolean };
  isPending: boolean;
  onMove: (position: number) => void;
  onChange: () => void;
  onRemove: () => void;
}

function MethodRow({
  method: { name, active },
  summary,
  place,
  isPending,
  onMove,
  onChange,
  onRemove,
}: MethodRowProps) {
  const order = (position: number, label: string, icon: 'arrow-up' | 'arrow-down', isOff: boolean) => (
    <Button
      variant="quiet"
      className="min-w-11 px-3!"
      pending={isPending}
      disabled={isOff}
      aria-label={label}
      onClick={() => onMove(position)}
    >
      <Icon name={icon} className="size-4" />
    </Button>
  );
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-1">
      <div className="min-w-0 grow basis-64 py-1">
        <p className="flex flex-wrap items-center gap-x-3 font-semibold">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {active ? (
            <Badge icon="circle-check" color="text-good">
              {copy.active}
            </Badge>
          ) : (
            <Badge icon="circle-dot" color="text-muted">
              {copy.inactive}
            </Badge>
          )}
        </p>
        <p className="text-fine text-muted wrap-anywhere">{summary}</p>
      </div>
      <div className="-mr-3 ml-auto flex">
        {order(place.number - 1, copy.upLabel(name), 'arrow-up', place.number === 1)}
        {order(place.number + 1, copy.downLabel(name), 'arrow-down', place.isLast)}
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
