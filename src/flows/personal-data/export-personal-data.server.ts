import type { Queryable } from '#src/platform/database.server.ts';
import { PERSONAL_DATA } from './list-sections.server.ts';
import type { Person, PersonalDataSection } from './sections.server.ts';

/** All that the shop knows of a person, piece by piece: a JSON object with a member for each section. */
export async function* streamPersonalData(db: Queryable, person: Person): AsyncGenerator<string> {
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
  person: Person,
): AsyncGenerator<string> {
  if (one) {
    for await (const [row] of read(db, person)) return void (yield JSON.stringify(row ?? null));
    return void (yield 'null');
  }
  let separator = '[';
  for await (const rows of read(db, person)) {
    for (const row of rows) {
      yield `${separator}\n${JSON.stringify(row)}`;
      separator = ',';
    }
  }
  yield separator === '[' ? '[]' : '\n]';
}
