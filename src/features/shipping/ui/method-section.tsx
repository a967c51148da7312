import { Badge } from '#src/shared/ui/badge.tsx';
import { Button } from '#src/shared/ui/button.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { WireMethod, WireZone } from '../contract.ts';
import { shippingCopy } from '../copy.ts';
import type { WeightUnit } from '../rules.ts';
import { describeMethod } from './describe-method.ts';
import type { MethodBody } from './method-draft.ts';
import { MethodForm } from './method-form.tsx';
import { type EntryRowActions, RowActions, ShippingList } from './shipping-list.tsx';

const { methods: copy } = shippingCopy;

interface MethodSectionProps {
  methods: readonly WireMethod[];
  zones: readonly WireZone[];
  /** The unit of weight of a first method. */
  weightUnit: WeightUnit;
  refresh: () => Promise<void>;
}

/** All methods in their order, each of which can also be moved, and a form for another one. */
export function MethodSection({ methods, zones, weightUnit, refresh }: MethodSectionProps) {
  return (
    <ShippingList<WireMethod, MethodBody>
      id="methods"
      path="/shipping-methods"
      copy={copy}
      entries={methods}
      none={<EmptyState title={copy.none.title} text={zones.length === 0 ? copy.noneWithoutZone : copy.none.text} />}
      refresh={refresh}
      renderForm={(method, actions) => (
        <MethodForm
          key={method?._id ?? ''}
          method={method}
          zones={zones}
          weightUnit={methods[0]?.weightUnit ?? weightUnit}
          {...actions}
        />
      )}
      renderRow={(method, actions) => (
        <MethodRow
          method={method}
          summary={describeMethod(method, zones)}
          isLast={actions.at === methods.length - 1}
          actions={actions}
        />
      )}
    />
  );
}

interface MethodRowProps {
  method: WireMethod;
  summary: string;
  isLast: boolean;
  actions: EntryRowActions;
}

function MethodRow({ method: { name, active }, summary, isLast, actions }: MethodRowProps) {
  const { at, isPending, onPatch } = actions;
  const order = (position: number, label: string, icon: 'arrow-up' | 'arrow-down', isOff: boolean) => (
    <Button
      variant="quiet"
      className="min-w-11 px-3!"
      pending={isPending}
      disabled={isOff}
      aria-label={label}
      onClick={() => onPatch({ position }, copy.moved(name, position))}
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
        {order(at, copy.upLabel(name), 'arrow-up', at === 0)}
        {order(at + 2, copy.downLabel(name), 'arrow-down', isLast)}
        <RowActions name={name} copy={copy} {...actions} />
      </div>
    </div>
  );
}
