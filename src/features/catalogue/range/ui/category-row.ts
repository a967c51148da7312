import type { Tool } from '../../tool/contract.ts';
import type { ToolCardData } from '../../tool/ui/tool-card.tsx';
import { toToolCardData } from '../../tool/ui/tool-card-data.ts';

/** What the page of a category shows of a tool, as a card or as a row. */
export interface CategoryRow extends ToolCardData, Pick<Tool, 'balance' | 'quantity' | 'minOrderQuantity'> {
  balance: number;
  quantity: number;
  minOrderQuantity: number;
  sku: string;
  /** Empty if only cards are shown. */
  specifications: Tool['specifications'];
}

/** Picks what a category shows of a tool. */
export function toCategoryRow(tool: Tool, withSpecifications: boolean): CategoryRow {
  return { ...toToolCardData(tool), sku: tool.sku, specifications: withSpecifications ? tool.specifications : [] };
}
