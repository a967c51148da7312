/** How many tools have become short, and some of them. */
export interface ShortTools {
  out: number;
  low: number;
  /** The first of these tools, sold-out ones first. */
  tools: { id: string; itemName: string; state: 'out' | 'low'; available: number }[];
}
