import type { ReactNode } from 'react';
import { Price } from '#src/shared/ui/price.tsx';
import type { BasketButton } from './tool-action.tsx';

/** The classes of cells that scroll, and of those that stay in view at either end. */
export const cellClasses = 'border-inherit border-b px-2 py-2';
export const nameClasses = `${cellClasses} pinned-start w-40 min-w-36 text-left font-normal sm:w-auto sm:min-w-40`;
export const orderClasses = `${cellClasses} pinned-end w-0 text-right whitespace-nowrap [&_[role=alert]]:whitespace-normal max-sm:hidden`;
export const rowClasses = 'border-line bg-paper';
export const headRowClasses = 'border-ink bg-paper text-fine text-muted';

/**
 * A table that scrolls sideways if its columns need more room. Name, price and order button stay in view. On phones,
 * all of them are in the column of the name.
 */
export function WideTable({ label, caption, children }: { label: string; caption: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table is no set of fields
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      // A focused element must not be covered by a column that stays in view.
      className="relative isolate scroll-pl-44 overflow-x-auto sm:scroll-pl-64 sm:scroll-pr-44"
    >
      {/* While rows still arrive, each widens the columns of those before it, so the table is shown when it is complete. */}
      <table className="w-full border-separate border-spacing-0 text-left not-[:has(+*)]:invisible">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
      <span hidden />
    </div>
  );
}

interface OrderableProps {
  toolId: string;
  price: number;
  /** What the button adds to the basket. Undefined if the tool can't be ordered. */
  quantity: number | undefined;
  nameId: string;
  BasketButton: BasketButton;
}

/** The cell at the end of a row, on screens with room for it beside the name. */
export function OrderCell(props: OrderableProps) {
  return (
    <td className={orderClasses}>
      <div className="grid justify-items-end">
        <PriceAndOrder {...props} />
      </div>
    </td>
  );
}

/** The same below the name, on screens without that room. */
export function OrderBelowName(props: OrderableProps) {
  return (
    <div className="grid justify-items-start gap-1 pb-1 sm:hidden">
      <PriceAndOrder {...props} />
    </div>
  );
}

function PriceAndOrder({ toolId, price, quantity, nameId, BasketButton }: OrderableProps) {
  return (
    <>
      <Price amount={price} className="font-semibold" />
      {quantity !== undefined && (
        <BasketButton toolId={toolId} quantity={quantity} nameId={nameId} className="-mx-2 whitespace-nowrap px-2!" />
      )}
    </>
  );
}
