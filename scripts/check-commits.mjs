// @ts-check
import { execFileSync } from 'node:child_process';
import { root } from './processes.mjs';

/** Commits up to this one are not checked. */
const LAST_UNCHECKED = '9d0c328b99948ef2a3fa5497b206206004c02479';
const MAX_LENGTH = 72;

/** First words of subjects that say what was done or what is now true, instead of what the commit does. */
const NOT_IMPERATIVE =
  /^([a-z]+(ed|ing)|a|an|the|this|that|these|those|it|its|one|all|every|no|now|what|whoever|adds|changes|fixes|makes|moves|removes|renames|updates)$/;
/** Imperatives that look like participles. */
const IMPERATIVE = new Set(['bring', 'embed', 'feed', 'need', 'proceed', 'seed', 'shed', 'speed', 'string', 'succeed']);

/**
 * Returns what is wrong with the subject of a commit, or null.
 * @param {string} subject
 */
export function findSubjectError(subject) {
  if (subject.length > MAX_LENGTH) return `has ${subject.length} characters, more than ${MAX_LENGTH}`;
  if (!/^\p{Lu}/u.test(subject)) return 'does not begin with a capital letter';
  if (subject.endsWith('.')) return 'ends with a period';
  const first = (subject.split(/[\s,:]/)[0] ?? '').toLowerCase();
  return NOT_IMPERATIVE.test(first) && !IMPERATIVE.has(first) ? `does not begin with an imperative: '${first}'` : null;
}

/** Returns one line for each commit of this branch with a faulty subject. */
export function checkCommits() {
  return listCommits().flatMap(({ id, subject }) => {
    const error = findSubjectError(subject);
    return error ? [`commit ${id} '${subject}' ${error}`] : [];
  });
}

/**
 * Returns no commits outside a repository. A shallow clone without the last unchecked commit contains only newer ones.
 */
function listCommits() {
  const isShallow = git('rev-parse', '--is-shallow-repository')?.trim() === 'true';
  const isKnown = git('merge-base', '--is-ancestor', LAST_UNCHECKED, 'HEAD') !== null;
  if (!isKnown && !isShallow) return [];
  const range = isKnown ? `${LAST_UNCHECKED}..HEAD` : 'HEAD';
  const lines = (git('log', '--no-merges', '--format=%h %s', range) ?? '').split('\n').filter((line) => line !== '');
  return lines.map((line) => ({ id: line.slice(0, line.indexOf(' ')), subject: line.slice(line.indexOf(' ') + 1) }));
}

/**
 * Returns Git's output, or null if it fails or is not installed.
 * @param {string[]} args
 */
function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return null;
  }
}
