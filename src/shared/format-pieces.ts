import { formatCount } from './numbers.ts';

/** A number of pieces with its unit: '1 pc', '2,400 pcs'. */
export function formatPieces(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'pc' : 'pcs'}`;
}

/** How much is ordered: '1 tool, 20 pcs'. */
export function formatItems(tools: number, pieces: number): string {
  return `${formatCount(tools)} ${tools === 1 ? 'tool' : 'tools'}, ${formatPieces(pieces)}`;
}
