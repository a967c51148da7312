/** The page of a purchase, which every list and mail leads to. */
export function getPurchasePath(number: string): string {
  return `/dashboard/orders/${number}`;
}
