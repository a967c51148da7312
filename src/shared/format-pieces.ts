import { formatCount } from './numbers.ts';

/** A number of pieces with its unit: '1 pc', '2,400 pcs'. */
export function formatPieces(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'pc' : 'pcs'}`;
}

/** How much is ordered: '1 tool, 20 pcs'. `pieces` is null if it is not known. */
export function formatItems(tools: number, pieces: number | null): string {
  const counted = `${formatCount(tools)} ${tools === 1 ? 'tool' : 'tools'}`;
  return pieces === null ? counted : `${counted}, ${formatPieces(pieces)}`;
}
