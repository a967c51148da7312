/** A rate in millionths as people read it: 190,000 → '19 %', 88,750 → '8.875 %'. */
export function formatRate(rate: number): string {
  return `${Number((rate / 10_000).toFixed(4))} %`;
}
