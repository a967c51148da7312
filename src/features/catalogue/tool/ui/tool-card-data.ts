import type { Tool } from '../contract.ts';
import { getSmallestQuantity } from '../smallest-quantity.ts';
import { type ToolCardData, truncateAbout } from './tool-card.tsx';

/** Picks what a card shows of a tool, with a truncated `about`. */
export function toToolCardData(tool: Tool): ToolCardData & Pick<Tool, 'balance' | 'quantity' | 'minOrderQuantity'> {
  const { _id, slug, sku, itemName, balance, quantity, minOrderQuantity, packMultiple, picture, about } = tool;
  const smallestOrder = getSmallestQuantity(tool);
  return {
    _id,
    slug,
    sku,
    itemName,
    balance,
    quantity,
    minOrderQuantity,
    packMultiple,
    picture,
    smallestOrder,
    ...truncateAbout(about),
  };
}
