/** The page of a purchase, to which all lists and emails link. */
export function getPurchasePath(number: string): string {
  return `/dashboard/orders/${number}`;
}
