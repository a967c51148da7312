import MiniSearch from 'minisearch';
import { DEPTH, type Engine, type SearchDocument } from '../judged-set.ts';

/** A well-maintained search library with its tolerant settings. It keeps its index in memory. */
export function createMiniSearch(documents: readonly SearchDocument[]): Engine {
  const engine = new MiniSearch({
    fields: ['sku', 'gtin', 'itemName', 'category', 'family', 'maker', 'details', 'about'],
    searchOptions: {
      fuzzy: 0.2,
      prefix: true,
      boost: { sku: 8, gtin: 8, itemName: 4, category: 2, family: 2, maker: 2 },
    },
  });
  engine.addAll(
    documents.map((document) => ({
      ...document,
      maker: document.maker?.name ?? '',
      details: document.specifications.map(({ name, value, unit }) => `${name} ${value} ${unit}`).join('\n'),
    })),
  );
  return {
    name: 'MiniSearch',
    search: (text) =>
      engine
        .search(text)
        .slice(0, DEPTH)
        .map(({ id }) => id as string),
  };
}
