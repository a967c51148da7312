// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.mjs';

const MAX_WORDS = 20;
const COMMENTED = /\.(tsx?|mjs|css)$/;

/** @typedef {{ line: number, text: string }} Block */

/**
 * Sentences of a file's comments that are too long, a line each.
 * @param {string} path
 * @param {string} source
 */
export function findLongSentences(path, source) {
  return readComments(source).flatMap(({ line, text }) =>
    splitSentences(text).flatMap((sentence) => {
      const words = sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
      return words > MAX_WORDS ? [`${path}:${line} has a sentence of ${words} words: ${sentence.slice(0, 70)} …`] : [];
    }),
  );
}

/**
 * @param {string[]} paths tracked files
 */
export function checkSentences(paths) {
  return paths
    .filter((path) => COMMENTED.test(path))
    .flatMap((path) => findLongSentences(path, readFileSync(join(root, path), 'utf8')));
}

/**
 * Comments that stand on lines of their own, those of neighboring lines together.
 * @param {string} source
 */
function readComments(source) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Block | null} */
  let open = null;
  let inBlock = false;
  for (const [index, line] of source.split('\n').entries()) {
    /** @type {boolean} */
    const starts = !inBlock && /^\s*\/\*/.test(line);
    const text =
      inBlock || starts
        ? line.replace(/^\s*(\/\*+|\*(?!\/))?/, '').replace(/\*\/.*$/, '')
        : /^\s*\/\/(.*)$/.exec(line)?.[1];
    if (text === undefined) {
      open = null;
      continue;
    }
    if (starts) open = null;
    inBlock = (inBlock || starts) && !line.includes('*/');
    if (!open) {
      open = { line: index + 1, text: '' };
      blocks.push(open);
    }
    open.text += ` ${text.trim()}`;
    if (starts && !inBlock) open = null;
  }
  return blocks;
}

/**
 * Code and addresses count as one word; a tag begins a sentence of its own.
 * @param {string} text
 */
function splitSentences(text) {
  return text
    .replace(/`[^`]*`/g, 'code')
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?:;])\s|\s(?=@\w)/)
    .map((sentence) => sentence.trim());
}
