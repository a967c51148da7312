import { formatCount } from '#src/shared/numbers.ts';
import type { Suggestions } from '../suggest-contract.ts';

type Product = Suggestions['products'][number];
type Category = Suggestions['categories'][number];

export type SuggestionOption = { path: string } & (
  | { kind: 'category'; category: Category }
  | { kind: 'product'; product: Product }
);

/** The suggestions in the order of the arrow keys: categories, then products. */
export function toOptions({ categories, products }: Suggestions): SuggestionOption[] {
  return [
    ...categories.map((category) => ({ kind: 'category' as const, path: `/categories/${category.slug}`, category })),
    ...products.map((product) => ({ kind: 'product' as const, path: `/tools/${product.slug}`, product })),
  ];
}

/**
 * The index of the option to which a key moves from `active`, out of `count`. -1 is the field itself, which stands
 * between the last and the first. Null if the key keeps its normal meaning in a field.
 */
export function moveActive(key: string, active: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return active === count - 1 ? -1 : active + 1;
  if (key === 'ArrowUp') return active === -1 ? count - 1 : active - 1;
  if (active === -1) return null;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/** What screen readers read out when suggestions have arrived. */
export function describeCounts({ categories, products }: Suggestions): string {
  const parts = [toCount(categories.length, 'category', 'categories'), toCount(products.length, 'product', 'products')];
  const found = parts.filter(Boolean).join(' and ');
  return found ? `${found}. Use the up and down arrow keys to choose.` : 'No suggestions.';
}

function toCount(count: number, one: string, many: string): string {
  return count > 0 ? `${formatCount(count)} ${count === 1 ? one : many}` : '';
}
