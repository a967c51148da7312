import type { Queryable } from '#src/platform/database.server.ts';
import { createFairLimiter } from '#src/platform/fair-queue.server.ts';
import { PERSONAL_DATA } from './list-sections.server.ts';
import type { DataSubject, PersonalDataSection } from './sections.server.ts';

/** Everything that the shop knows about a person, piece by piece: a JSON object with a member for each section. */
export async function* streamPersonalData(db: Queryable, person: DataSubject): AsyncGenerator<string> {
  let separator = '{\n';
  for (const section of PERSONAL_DATA) {
    yield `${separator}${JSON.stringify(section.name)}: `;
    separator = ',\n';
    yield* streamSection(db, section, person);
  }
  yield '\n}\n';
}

async function* streamSection(
  db: Queryable,
  { read, one }: PersonalDataSection,
  person: DataSubject,
): AsyncGenerator<string> {
  const batches = readByTurns(read(db, person), person.userId);
  if (one) {
    for await (const [row] of batches) return void (yield JSON.stringify(row ?? null));
    return void (yield 'null');
  }
  let separator = '[';
  for await (const rows of batches) {
    for (const row of rows) {
      yield `${separator}\n${JSON.stringify(row)}`;
      separator = ',';
    }
  }
  yield separator === '[' ? '[]' : '\n]';
}

/** The places are enough for all exports that one account may have in an hour, and for several such accounts. */
const turns = createFairLimiter({
  maxConcurrent: 2,
  maxConcurrentPerClient: 1,
  maxPlaces: 400,
  maxPlacesPerClient: 20,
});

/** Reads each batch when it is this account's turn. */
async function* readByTurns<T>(batches: AsyncIterable<T>, userId: string): AsyncGenerator<T> {
  const iterator = batches[Symbol.asyncIterator]();
  for (;;) {
    const read = await turns.run(userId, () => iterator.next());
    // An incomplete file is better than one that ends as if it were complete.
    if (!read) throw new Error('There was no place for the rest of an export.');
    if (read.done) return;
    yield read.value;
  }
}
