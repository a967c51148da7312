import type { ComponentType } from 'react';
import { copy } from '#src/shared/copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import type { Tool } from '../contract.ts';

/** Adds a tool to the basket. The page passes it in, since the basket is another feature. */
export type BasketButton = ComponentType<{
  toolId: string;
  quantity: number;
  /** The id of the element with the tool's name. */
  nameId?: string;
  className?: string;
}>;

/** The button of a tool in a list: to order it, or to request a quote if its stock is below the minimum order. */
export function ToolAction({
  tool: { _id },
  isOut,
  nameId,
  className = '',
}: {
  tool: Pick<Tool, '_id'>;
  isOut: boolean;
  /** The id of the element with the tool's name. */
  nameId: string;
  className?: string;
}) {
  return (
    <ButtonLink
      to={isOut ? `/quote?tool=${_id}` : `/singleTool/${_id}`}
      variant="secondary"
      aria-describedby={nameId}
      className={className}
    >
      {isOut ? copy.home.requestQuote : copy.home.placeOrder}
    </ButtonLink>
  );
}
