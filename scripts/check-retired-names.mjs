// @ts-check
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './processes.mjs';

/** @typedef {{ identifiers: Record<string, string>, files: Record<string, string> }} RetiredNames */

/** What may name what is no longer there. */
const EXEMPT = /^(scripts\/(check-)?retired-names\b|migrations\/|CHANGELOG\.md$|package-lock\.json$)/;
const CHECKED = /\.(tsx?|mjs|md|css)$/;

/**
 * Where a retired name is still used, a line each.
 * @param {{ path: string, text: string }[]} files
 * @param {RetiredNames} retired
 */
export function findRetiredNames(files, retired) {
  const names = new Map([...Object.entries(retired.identifiers), ...Object.entries(retired.files)]);
  return files.flatMap(({ path, text }) => {
    const renamed = retired.files[basename(path)];
    const found = renamed ? [`${path} is named ${renamed} now`] : [];
    for (const [index, line] of text.split('\n').entries()) {
      // A file name is one word here, and so is an identifier.
      for (const word of new Set(line.match(/[\w$]+(?:[.-][\w$]+)*\.(?:tsx?|mjs)\b|[\w$]+/g))) {
        const current = names.get(word);
        if (current !== undefined) found.push(`${path}:${index + 1} says ${word}; the word is ${current}`);
      }
    }
    return found;
  });
}

/**
 * @param {string[]} paths tracked files
 */
export function checkRetiredNames(paths) {
  /** @type {RetiredNames} */
  const retired = JSON.parse(readFileSync(join(root, 'scripts', 'retired-names.json'), 'utf8'));
  const checked = paths.filter((path) => CHECKED.test(path) && !EXEMPT.test(path));
  return findRetiredNames(
    checked.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
    retired,
  );
}
