import { and, eq, sql } from 'drizzle-orm';
import { alphabeticalKey } from '#src/platform/alphabetical-key.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import type { Db, Queryable, Tx } from '#src/platform/database.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { getAccountKey } from '#src/platform/request-client.server.ts';
import { checkVersion } from '#src/platform/version-check.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { listTokens, MAX_PHRASE_WORDS, toPhraseKey } from './phrases.ts';
import type { Synonyms } from './search-contract.ts';
import { forgetSearches } from './search-memory.server.ts';
import { searchByRelevance } from './search-tools.server.ts';
import { MAX_SYNONYMS } from './synonyms-rules.ts';
import { searchSynonyms } from './tables.server.ts';

type SynonymsRow = typeof searchSynonyms.$inferSelect;

const NOT_FOUND = 'These synonyms no longer exist. Someone may have removed them.';

const toSynonyms = ({ id, terms, version }: SynonymsRow): Synonyms => ({ _id: id, terms, version });

/** The name of a group for people: its terms. */
const toName = (terms: readonly string[]) => terms.join(', ');

/** All groups of synonyms, in alphabetical order of their first terms. */
export async function listSynonyms(db: Queryable): Promise<Synonyms[]> {
  const rows = await db
    .select()
    .from(searchSynonyms)
    .orderBy(alphabeticalKey(sql`${searchSynonyms.terms}[1]`), searchSynonyms.id)
    .limit(MAX_SYNONYMS);
  return rows.map(toSynonyms);
}

/** Adds a group of synonyms and returns its id. The next search uses it, in every process. */
export async function addSynonyms(db: Db, caller: Caller, terms: readonly string[]): Promise<Outcome<string>> {
  return db.transaction(async (tx) => {
    await lockSynonyms(tx);
    const checked = await checkTerms(tx, terms, null);
    if (!checked.ok) return checked;
    if ((await tx.$count(searchSynonyms)) >= MAX_SYNONYMS) return fail('synonyms_full');
    const id = newIdentifier();
    await tx.insert(searchSynonyms).values({ id, terms: [...terms], keys: checked.value });
    await recordAuditEvents(tx, { by: caller, action: 'synonyms.added', id, name: toName(terms) });
    await forgetSearches(tx);
    return ok(id);
  });
}

/** Changes the terms of a group. If it has changed since `version`, fails with the current terms. */
export async function changeSynonyms(
  db: Db,
  caller: Caller,
  id: string,
  { terms, version }: Pick<Synonyms, 'terms' | 'version'>,
): Promise<Outcome<{ modified: number; version: number }>> {
  return db.transaction(async (tx) => {
    await lockSynonyms(tx);
    const row = await getRow(tx, id);
    if (!row) return fail('not_found', { detail: NOT_FOUND });
    // The same request was sent again because its first response was lost.
    if (toName(row.terms) === toName(terms)) return ok({ modified: 0, version: row.version });
    const conflict = await checkSynonymsVersion(version, row);
    if (conflict) return conflict;
    const checked = await checkTerms(tx, terms, id);
    if (!checked.ok) return checked;
    const next = { terms: [...terms], keys: checked.value, version: version + 1 };
    await tx.update(searchSynonyms).set(next).where(eq(searchSynonyms.id, id));
    await recordAuditEvents(tx, {
      by: caller,
      action: 'synonyms.changed',
      id,
      name: toName(terms),
      before: { terms: toName(row.terms) },
      after: { terms: toName(terms) },
    });
    await forgetSearches(tx);
    return ok({ modified: 1, version: next.version });
  });
}

/** Removes a group. Fails if it has changed since `version`; without a version, removes it whatever it says. */
export async function removeSynonyms(
  db: Db,
  caller: Caller,
  id: string,
  version: number | undefined,
): Promise<Outcome<void>> {
  return db.transaction(async (tx) => {
    await lockSynonyms(tx);
    const row = await getRow(tx, id);
    if (!row) return fail('not_found', { detail: NOT_FOUND });
    const conflict = await checkSynonymsVersion(version, row);
    if (conflict) return conflict;
    await tx.delete(searchSynonyms).where(eq(searchSynonyms.id, id));
    await recordAuditEvents(tx, { by: caller, action: 'synonyms.removed', id, name: toName(row.terms) });
    await forgetSearches(tx);
    return ok(undefined);
  });
}

const checkSynonymsVersion = (read: number | undefined, row: SynonymsRow) =>
  checkVersion('synonyms', { read, now: row.version }, () => ({ synonyms: toSynonyms(row) }));

/** One change at a time: two at once could put one term into two groups. Searches are not blocked. */
async function lockSynonyms(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${searchSynonyms} in share row exclusive mode`);
}

async function getRow(tx: Tx, id: string): Promise<SynonymsRow | undefined> {
  if (!identifierSchema.safeParse(id).success) return undefined;
  const [row] = await tx.select().from(searchSynonyms).where(eq(searchSynonyms.id, id));
  return row;
}

/** The keys of terms that may stand in a group. Each error is at its term. `own` is the id of the group itself. */
async function checkTerms(tx: Tx, terms: readonly string[], own: string | null): Promise<Outcome<string[]>> {
  const keys = terms.map(toPhraseKey);
  const others = await tx
    .select()
    .from(searchSynonyms)
    .where(
      and(
        sql`${searchSynonyms.keys} && ${sql.param(keys)}::text[]`,
        own === null ? undefined : sql`${searchSynonyms.id} <> ${own}`,
      ),
    );
  const fields: Record<string, string> = {};
  for (const [at, term] of terms.entries()) {
    const error = explainTerm(term, keys[at] ?? '', terms, keys.indexOf(keys[at] ?? ''), at, others);
    if (error) fields[`terms.${at}`] = error;
  }
  return Object.keys(fields).length > 0 ? fail('invalid', { fields }) : ok(keys);
}

function explainTerm(
  term: string,
  key: string,
  terms: readonly string[],
  first: number,
  at: number,
  others: readonly SynonymsRow[],
): string | null {
  if (key === '') return `“${term}” contains no searchable letter or digit. Please enter a word.`;
  if (listTokens(term).length > MAX_PHRASE_WORDS)
    return `“${term}” has too many words. Please use at most ${MAX_PHRASE_WORDS} words.`;
  if (first < at) return `The search treats “${term}” and “${terms[first]}” as the same. Please remove one.`;
  const other = others.find(({ keys }) => keys.includes(key));
  if (!other) return null;
  return `“${term}” is already in “${toName(other.terms)}”. Please add your words there, or remove it there first.`;
}

/**
 * Counting reads as much as searching. This limit leaves database connections to the rest of the shop. Admins take
 * turns.
 */
const countLimiter = createFairLimiter({ maxConcurrent: 1, maxPlaces: 11, maxPlacesPerClient: 4 });

/** How many tools on sale each term finds now, up to one more than `MAX_TOTAL`. */
export async function countToolsByTerm(db: Queryable, terms: readonly string[]): Promise<Outcome<number[]>> {
  const counts = await countLimiter.run(getAccountKey(), async () => {
    const found: number[] = [];
    for (const term of terms) found.push(await countTools(db, term));
    return found;
  });
  return counts ? ok(counts) : fail('busy');
}

/** Counts as the search does: with corrections, and without tools that only come near. */
async function countTools(db: Queryable, term: string): Promise<number> {
  return (await searchByRelevance(db, { q: term, onSale: true, near: true, limit: 1 })).matching;
}
