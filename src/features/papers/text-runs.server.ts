import { splitClusters } from './printable-text.ts';
import { bidi, RIGHT_TO_LEFT_MARK, type TextFace } from './text-face.server.ts';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A part of a line that one font draws in one direction. */
export interface TextRun<F extends TextFace> {
  face: F;
  /** What pdfkit is to draw. */
  text: string;
  /** Its place among the runs of the line, from left to right. */
  place: number;
}

/**
 * Splits a printable line into runs, in the order in which they are read. `faces` are the fonts in the order of
 * preference; the first one draws boxes for what none of them has.
 */
export function splitRuns<F extends TextFace>(line: string, faces: readonly [F, ...F[]]): TextRun<F>[] {
  const [first, ...others] = faces;
  const isPlain =
    /^[\x20-\x7e]*$/.test(line) || (!RIGHT_TO_LEFT.test(line) && (others.length === 0 || first.covers(line)));
  if (isPlain) return [{ face: first, text: line, place: 0 }];
  const text = line.trimEnd();
  const { levels } = bidi.getEmbeddingLevels(text, 'auto');
  const runs: (Omit<TextRun<F>, 'place'> & { level: number })[] = [];
  let at = 0;
  for (const cluster of splitClusters(text)) {
    const level = levels[at] ?? 0;
    const face = findFace(cluster, faces);
    const last = runs.at(-1);
    if (last?.face === face && last.level === level) last.text += cluster;
    else runs.push({ face, level, text: cluster });
    at += cluster.length;
  }
  const joined = joinAcrossSpaces(runs);
  const places = toVisualOrder(joined);
  const placed = joined.map(({ face, level, text }, index) => ({
    face,
    text: level % 2 === 1 ? RIGHT_TO_LEFT_MARK + text : text,
    place: places.indexOf(index),
  }));
  // Readers need the space at the end, wherever the line ends. At its right edge, it moves nothing.
  return text === line ? placed : [...placed, { face: first, text: line.slice(text.length), place: placed.length }];
}

/** The width of these runs beside each other, in points. */
export function measureRuns(runs: readonly TextRun<TextFace>[], size: number): number {
  return runs.reduce((total, { face, text }) => total + face.getWidth(text, size), 0);
}

/**
 * The faces of clusters, for each list of faces, since every text asks for the same ones again and again. A list belongs
 * to one document, so its map is dropped with the document and has no more clusters than the paper.
 */
const known = new WeakMap<readonly TextFace[], Map<string, TextFace>>();

function findFace<F extends TextFace>(cluster: string, faces: readonly [F, ...F[]]): F {
  const ofClusters = (known.get(faces) as Map<string, F> | undefined) ?? new Map<string, F>();
  const face = ofClusters.get(cluster) ?? faces.find((one) => one.covers(cluster)) ?? faces[0];
  known.set(faces, ofClusters.set(cluster, face));
  return face;
}

/** Has the words of one script drawn together with the spaces between them, so that readers find them as one text. */
function joinAcrossSpaces<R extends { face: TextFace; level: number; text: string }>(runs: readonly R[]): R[] {
  const joined: R[] = [];
  for (const [at, run] of runs.entries()) {
    const last = joined.at(-1);
    const next = runs[at + 1];
    const isBetween =
      run.text.trim() === '' && last?.face === next?.face && last?.level === run.level && next?.level === run.level;
    if (last && ((isBetween && last.face.hasSpaces) || (last.face === run.face && last.level === run.level)))
      last.text += run.text;
    else joined.push({ ...run });
  }
  return joined;
}

/**
 * The indexes of runs from left to right, by rule L2 of the Unicode Bidirectional Algorithm: from the highest level
 * down, what is at least as high is reversed.
 */
function toVisualOrder(runs: readonly { level: number }[]): number[] {
  let ordered = [...runs.keys()];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level >= 1; level -= 1) {
    const next: number[] = [];
    let from: number | null = null;
    for (const index of ordered) {
      if ((runs[index]?.level ?? 0) < level) from = null;
      else from ??= next.length;
      next.splice(from ?? next.length, 0, index);
    }
    ordered = next;
  }
  return ordered;
}
