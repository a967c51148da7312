export interface EmailLine {
  itemName: string;
  toolId: string;
  quantity: number;
  totalCents: number;
}

/** What an email says about a purchase. Its key in stored emails is `order`. */
export interface EmailPurchase {
  id: string;
  /** Absent in emails of earlier versions. */
  number?: string;
  /** Null if nobody has proven the address: the email then greets without a name that its sender made up. */
  name: string | null;
  // The first line's.
  itemName: string;
  /** Absent in emails of earlier versions. */
  toolId?: string;
  quantity: number;
  totalCents: number;
  /** Present if there are several. */
  lines?: EmailLine[];
}

/** The part of a purchase that goes into the outbox. It must have a line. */
export function toEmailPurchase(
  { id, number, name, totalCents }: Omit<EmailPurchase, keyof EmailLine | 'lines'> & { totalCents: number },
  lines: readonly EmailLine[],
): EmailPurchase {
  const [first] = lines;
  if (!first) throw new Error('a purchase has a line');
  const { itemName, toolId, quantity } = first;
  return {
    id,
    ...(number ? { number } : {}),
    name,
    itemName,
    toolId,
    quantity,
    totalCents,
    ...(lines.length > 1
      ? {
          lines: lines.map((line) => ({
            itemName: line.itemName,
            toolId: line.toolId,
            quantity: line.quantity,
            totalCents: line.totalCents,
          })),
        }
      : {}),
  };
}

/** What was ordered, in a few words: `10 × Claw hammer`, or `3 tools`. */
export function nameItems({ quantity, itemName, lines }: EmailPurchase): string {
  return lines ? `${lines.length} tools` : `${quantity} × ${itemName}`;
}

/** The same for a sentence, about one tool or several. */
export function nameOrder(order: EmailPurchase): string {
  return order.lines ? nameItems(order) : order.itemName;
}
