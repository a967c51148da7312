// @ts-check
// A regular expression that backtracks on a long text blocks the server for seconds. `src` must contain none.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CharSet, JS, NFA } from 'refa';
import { analyse } from 'scslre';
import { parseSync } from 'vite';
import { root } from './processes.mjs';

/** @typedef {{ source: string, flags: string }} Pattern */
/**
 * @typedef {{ line: number, pattern: Pattern | null, code: string }} FoundPattern `null`: it is put together at run
 * time.
 */

const CHECKED = /^src\/.*(?<!\.test)\.(?:tsx?|mjs)$/;

/**
 * Files that put patterns together at run time, and why those are cheap. `tests/documents/patterns.test.ts` rejects all
 * other such files.
 */
export const PUT_TOGETHER = new Map([
  ['src/app/method-not-allowed.server.ts', 'The paths of routes, where a parameter ends at the next slash.'],
  [
    'src/features/catalogue/search/tokenize.ts',
    'A number begins where none stands before it. `tests/integration/text-bounds.test.ts` measures it.',
  ],
  ['src/document.server.ts', 'The shop’s own document, whose every script has an end.'],
]);

/**
 * Returns the patterns in these files that take more than linear time.
 * @param {readonly string[]} paths
 * @returns {string[]}
 */
export function checkPatterns(paths) {
  return paths
    .filter((path) => CHECKED.test(path))
    .flatMap((path) =>
      findPatterns(path, readFileSync(join(root, path), 'utf8')).flatMap(({ line, pattern }) => {
        const cost = pattern && findCost(pattern);
        return cost ? [`${path}:${line} /${pattern.source}/${pattern.flags} ${cost}`] : [];
      }),
    );
}

/**
 * Returns all regular expressions in a file: literals, and calls of `RegExp` with a string literal.
 * @param {string} path
 * @param {string} code
 * @returns {FoundPattern[]}
 */
export function findPatterns(path, code) {
  /** @type {FoundPattern[]} */
  const found = [];
  if (!/\/|RegExp/.test(code)) return found;
  /** @param {any} node */
  const visit = (node) => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const add = (/** @type {Pattern | null} */ pattern) =>
      found.push({
        line: code.slice(0, node.start).split('\n').length,
        pattern,
        code: code.slice(node.start, node.end),
      });
    if (node.regex) add({ source: node.regex.pattern, flags: node.regex.flags });
    if (/^(?:New|Call)Expression$/.test(node.type) && node.callee.name === 'RegExp') {
      const [source, flags] = node.arguments.map((/** @type {any} */ argument) => argument.value);
      add(typeof source === 'string' ? { source, flags: flags ?? '' } : null);
    }
    for (const key in node) if (key !== 'regex') visit(node[key]);
  };
  visit(parseSync(path, code).program);
  return found;
}

/**
 * Returns why a pattern takes more than linear time on some text, or null.
 * @param {Pattern} pattern
 * @returns {string | null}
 */
export function findCost(pattern) {
  const [report] = analyse(pattern, { reportTypes: { Move: true, Self: true, Trade: true } }).reports;
  if (report) return report.exponential ? 'takes exponential time' : `takes more than linear time (${report.type})`;
  return isAmbiguous(pattern) ? 'takes more than linear time (two ways through one text)' : null;
}

/**
 * Whether two repetitions can split the same text in more than one way and the pattern can fail after it: then every
 * split is tried. The search for the start of a match counts as a repetition. `analyse` only detects this for single
 * characters.
 * @param {Pattern} pattern
 */
function isAmbiguous({ source, flags }) {
  const { expression, maxCharacter } = JS.Parser.fromLiteral({ source, flags }).parse({ backreferences: 'disable' });
  const alternatives = expression.alternatives.map(withoutAssertions);
  const { initial, finals } = NFA.fromRegex(
    /** @type {any} */ ({ type: 'Expression', alternatives }),
    { maxCharacter },
    { unknowns: 'disable' },
  );
  const nodes = listNodes(initial).filter(isRepeated);
  const searches = flags.includes('y') || expression.alternatives.every(isAnchored) ? [] : [null];
  // A pattern that has matched cannot fail anymore.
  const failing = nodes.filter((node) => !finals.has(node));
  return failing.some((last) => [...searches, ...nodes].some((first) => first !== last && canMeet(first, last)));

  /**
   * Whether the same text leads from `first` to itself, from `first` to `last`, and from `last` to itself.
   * @param {NFA.Node | null} first `null`: the search for the start of a match, to which any text leads back.
   * @param {NFA.Node} last
   */
  function canMeet(first, last) {
    /** @type {(NFA.Node | null)[][]} */
    const waiting = [[first, first, last]];
    const seen = new Set();
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      const [stays = null, goes = null, ends = null] = at;
      // Characters that also lead to a match have matched.
      const matched = outOf(ends).flatMap(([next, characters]) => (next && finals.has(next) ? [characters] : []));
      for (const [endsNext, all] of outOf(ends)) {
        const characters = matched.reduce((rest, one) => rest.without(one), all);
        for (const [goesNext, going] of outOf(goes)) {
          const common = characters.intersect(going);
          if (common.isEmpty) continue;
          for (const [staysNext, staying] of first ? outOf(stays) : [ANYWHERE]) {
            if (staying?.isDisjointWith(common)) continue;
            if (staysNext === first && goesNext === last && endsNext === last) return true;
            const key = [staysNext, goesNext, endsNext].map((node) => nodeNumber(node)).join(' ');
            if (!seen.has(key)) waiting.push([staysNext, goesNext, endsNext]);
            seen.add(key);
          }
        }
      }
    }
    return false;
  }

  /**
   * @param {NFA.Node | null} node
   * @returns {[NFA.Node | null, import('refa').CharSet][]}
   */
  function outOf(node) {
    return node ? [...node.out] : [[null, CharSet.all(maxCharacter)], ...initial.out];
  }
}

/** @type {[null, null]} */
const ANYWHERE = [null, null];

/** @type {WeakMap<NFA.Node, number>} */
const numbers = new WeakMap();
let lastNumber = 0;

/** @param {NFA.Node | null} node */
function nodeNumber(node) {
  if (!node) return 0;
  const number = numbers.get(node) ?? ++lastNumber;
  numbers.set(node, number);
  return number;
}

/** @param {NFA.Node} initial */
function listNodes(initial) {
  const nodes = new Set([initial]);
  for (const node of nodes) for (const next of node.out.keys()) nodes.add(next);
  return [...nodes];
}

/** @param {NFA.Node} node */
function isRepeated(node) {
  return [...node.out.keys()].some((next) => listNodes(next).includes(node));
}

/** @param {any} concatenation Matches only at the start of the text. */
const isAnchored = ({ elements: [first] }) => isEdge(first, 'behind');

/** @param {any} element @param {'ahead' | 'behind'} kind `^` or `$` without the flag m. */
function isEdge(element, kind) {
  if (element?.type !== 'Assertion' || element.kind !== kind || !element.negate) return false;
  const [{ elements }, ...others] = element.alternatives;
  return others.length === 0 && elements.length === 1 && elements[0].characters?.isAll;
}

/**
 * Treats a lookahead as if it consumed its text, and drops a lookbehind.
 * @param {any} concatenation
 * @returns {any}
 */
function withoutAssertions({ type, elements }) {
  return { type, elements: elements.flatMap(toElements) };
}

/** @param {any} element @returns {any[]} */
function toElements(element) {
  if (element.type !== 'Assertion') return [clampCounts(element)];
  if (element.kind === 'behind') return [];
  if (isEdge(element, 'ahead')) return element.alternatives[0].elements.map(toEnd);
  const alternatives = element.alternatives.map(withoutAssertions);
  if (!element.negate) return [{ type: 'Alternation', alternatives }];
  return [{ type: 'Quantifier', min: 0, max: 1, lazy: false, alternatives }];
}

/** Counts above two make the automaton large and no difference to the result. @param {any} element */
function clampCounts(element) {
  if (!element.alternatives) return element;
  const alternatives = element.alternatives.map(withoutAssertions);
  if (element.type !== 'Quantifier') return { ...element, alternatives };
  const max = element.max === Infinity ? Infinity : Math.min(element.max, 2);
  return { ...element, alternatives, min: Math.min(element.min, 2), max };
}

/**
 * The end of the text as a required character, so that nothing before it counts as a match. @param {any} characterClass
 */
function toEnd({ type, characters: { maximum } }) {
  return { type, characters: CharSet.fromCharacter(maximum, 0xffff) };
}
