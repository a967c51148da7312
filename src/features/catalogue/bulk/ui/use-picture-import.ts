import { useEffect, useRef, useState } from 'react';
import { type ApiProblem, type ApiResult, callApi } from '#src/shared/api-client.ts';
import { createPostOnce } from '#src/shared/post-once.ts';
import type { MatchedPictures } from '../contract.ts';
import { bulkCopy } from '../copy.ts';
import { MAX_PICTURE_FILES, placePictures } from '../picture-names.ts';
import { type PictureFile, readPictureFiles } from './picture-files.ts';

const { pictures: copy } = bulkCopy;

/** What a picture itself is refused for. Any other problem stops the whole import, which can go on afterwards. */
const ABOUT_THE_FILE = ['invalid', 'picture_unreadable', 'body_too_large'];

interface PictureImportOptions {
  upload: (file: File, signal: AbortSignal) => Promise<ApiResult<string>>;
  /** Called with the id of the bulk change. */
  onDone: (id: string) => void | Promise<void>;
}

/** Matches chosen pictures with products, stores them one after another, and gives them to their products together. */
export function usePictureImport({ upload, onDone }: PictureImportOptions) {
  const [postOnce] = useState(createPostOnce);
  const [chosen, setChosen] = useState<PictureFile[]>([]);
  const [matched, setMatched] = useState<MatchedPictures | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);
  /** Why pictures could not be stored, by their names. */
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  /** The addresses of the pictures that are stored, by their names. They survive an attempt that failed. */
  const stored = useRef(new Map<string, string>());
  const [sent, setSent] = useState(0);
  const [leaving] = useState(() => new AbortController());
  useEffect(() => () => leaving.abort(), [leaving]);

  const match = async (pictures: readonly PictureFile[]): Promise<MatchedPictures | null> => {
    const body = { names: pictures.map(({ name }) => name) };
    const result = await callApi<MatchedPictures>('/bulk-changes/pictures', { method: 'POST', body });
    if (result.ok) return result.value;
    setError(Object.values(result.problem.errors)[0] ?? result.problem.detail);
    return null;
  };

  const choose = async (files: readonly File[]) => {
    if (isPending || files.length === 0) return;
    setIsPending(true);
    setError(null);
    setMatched(null);
    setFailed(new Map());
    setSent(0);
    stored.current.clear();
    const read = await readPictureFiles(files);
    // If two files have the same name and folder, such as one next to a ZIP that also contains it, the last one counts.
    const pictures = read && [...new Map(read.map((picture) => [picture.name, picture])).values()];
    setChosen(pictures ?? []);
    if (!pictures) setError(copy.badZip);
    else if (pictures.length === 0) setError(copy.none);
    else if (pictures.length <= MAX_PICTURE_FILES) setMatched(await match(pictures));
    setIsPending(false);
  };

  /** Stores the pictures that are not stored yet. Returns those that cannot be, or the problem that stopped it. */
  const storeAll = async ({ found }: MatchedPictures): Promise<Map<string, string> | ApiProblem> => {
    const refused = new Map(failed);
    for (const { name } of found) {
      const picture = chosen.find((one) => one.name === name);
      if (!picture || refused.has(name) || stored.current.has(name)) continue;
      const result = await upload(picture.file, leaving.signal);
      if (result.ok) stored.current.set(name, result.value);
      else if (ABOUT_THE_FILE.includes(result.problem.code))
        refused.set(name, Object.values(result.problem.errors)[0] ?? result.problem.detail);
      else return result.problem;
      setSent(stored.current.size);
    }
    return refused;
  };

  const add = async () => {
    if (!matched || isPending) return;
    setIsPending(true);
    setError(null);
    const outcome = await storeAll(matched);
    if (leaving.signal.aborted) return;
    if (!(outcome instanceof Map)) setError(outcome.detail);
    // What cannot be stored is shown before the rest is added.
    else if (outcome.size > failed.size) setFailed(outcome);
    else await give(matched);
    setIsPending(false);
  };

  const give = async ({ found, tools }: MatchedPictures) => {
    const changed = tools.flatMap(({ _id, version, pictures }) => {
      const added = found.flatMap(({ name, toolId, place }) => {
        const url = stored.current.get(name);
        return toolId === _id && url ? [{ place, url }] : [];
      });
      return added.length > 0 ? [{ _id, version, pictures: placePictures(pictures, added) }] : [];
    });
    if (changed.length === 0) return setError(copy.nothing);
    const body = { change: { kind: 'pictures' }, tools: changed };
    const result = await postOnce<{ insertedId: string }>('/bulk-changes', body);
    if (result.ok) return onDone(result.value.insertedId);
    setError(Object.values(result.problem.errors)[0] ?? result.problem.detail);
    // Somebody has changed one of the products: the next attempt begins with what they have now.
    const again = await match(chosen);
    if (again) setMatched(again);
  };

  return { chosen, matched, failed, sent, error, isPending, choose, add };
}
