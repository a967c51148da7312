import { toolDrawingNames } from '#src/content/drawings/drawings.ts';
import type { BlogPost } from './contract.ts';

const DRAWINGS = toolDrawingNames.map((name) => ({ name, words: new Set(name.split('-').map(toStem)) }));

/**
 * The path of a drawing for a post, which has no image of its own. It shows the tool whose name shares the most words
 * with the post's tags and question. If none shares a word, the drawing is an arbitrary but constant one.
 */
export function getBlogDrawing({ _id, tags, question }: Pick<BlogPost, '_id' | 'tags' | 'question'>): string {
  const words = [...new Set([...tags, ...question.split(/[^A-Za-z]+/)].map(toStem))];
  const scored = DRAWINGS.map(({ name, words: named }) => ({
    name,
    shared: words.filter((word) => named.has(word)).length,
    first: words.findIndex((word) => named.has(word)),
  })).filter(({ shared }) => shared > 0);
  const [best] = scored.sort((one, other) => other.shared - one.shared || one.first - other.first);
  const sum = [..._id].reduce((total, character) => total + character.charCodeAt(0), 0);
  return `/images/drawings/${best?.name ?? toolDrawingNames[sum % toolDrawingNames.length]}.svg`;
}

/** 'Wrenches' and 'wrench', 'saws' and 'saw' count as the same word. */
function toStem(word: string): string {
  return word
    .toLowerCase()
    .replace(/(?<=ch|sh|x)es$/, '')
    .replace(/(?<=[a-z]{3})s$/, '');
}
