import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { basketCopy } from '../copy.ts';
import { type AddedLines, addLines } from './basket-actions.ts';

const { again: copy } = basketCopy;

export interface OrderedLine {
  toolId: string;
  itemName: string;
  quantity: number;
  unitPrice: number;
}

/** Adds what was ordered before to the basket at today's prices, and says what is different now. */
export function OrderAgain({ lines }: { lines: readonly OrderedLine[] }) {
  const navigate = useNavigate();
  const dialog = useDialog();
  const [pending, setPending] = useState(false);

  const orderAgain = async () => {
    setPending(true);
    const result = await addLines(addUp(lines));
    setPending(false);
    if (!result) return dialog.alert({ tone: 'error', title: copy.nothingTitle, text: copy.failed });
    const changes = describeChanges(lines, result);
    if (changes.length === 0) return navigate('/basket');
    const isAdded = result.added.length > 0;
    return dialog.alert({
      tone: isAdded ? 'info' : 'error',
      title: isAdded ? copy.title : copy.nothingTitle,
      text: changes.join('\n'),
      next: { label: copy.toBasket, to: '/basket' },
    });
  };

  return (
    <Button variant="secondary" pending={pending} onClick={() => void orderAgain()}>
      {copy.button}
    </Button>
  );
}

/** Two lines can name the same tool, for which a basket has only one line. */
function addUp(lines: readonly OrderedLine[]) {
  const quantities = new Map<string, number>();
  for (const { toolId, quantity } of lines) quantities.set(toolId, (quantities.get(toolId) ?? 0) + quantity);
  return [...quantities].map(([toolId, quantity]) => ({ toolId, quantity }));
}

function describeChanges(
  lines: readonly OrderedLine[],
  { added, before: present, notForSale, left }: AddedLines,
): string[] {
  const before = new Map(lines.map((line) => [line.toolId, line]));
  const getName = (toolId: string) => before.get(toolId)?.itemName ?? basketCopy.gone;
  return [
    ...added.flatMap(({ toolId, quantity }) => {
      const had = present.get(toolId);
      return had === undefined ? [] : copy.more(getName(toolId), had, had + quantity);
    }),
    ...added.flatMap(({ toolId, detail, unitPrice }) => {
      if (detail) return copy.problem(getName(toolId), detail);
      const then = before.get(toolId)?.unitPrice;
      if (then === undefined || then === unitPrice) return [];
      return copy.price(getName(toolId), formatDecimalMoney(then), formatDecimalMoney(unitPrice));
    }),
    ...notForSale.map(({ toolId }) => copy.gone(getName(toolId))),
    ...left.map(({ toolId }) => copy.left(getName(toolId))),
  ];
}
