/** The minimum order, rounded up to whole packs. */
export function getSmallestOrder({
  minOrderQuantity,
  packMultiple,
}: {
  minOrderQuantity: number;
  packMultiple: number;
}): number {
  return Math.ceil(minOrderQuantity / packMultiple) * packMultiple;
}
