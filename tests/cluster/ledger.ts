import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What is written down: everything that the shop has confirmed to somebody, and what was sent before. */
const SUBJECTS = [
  'tools',
  /** Each idempotency key, before it is sent. */
  'keys',
  'orders',
  'purchases',
  /** Purchases whose payment was confirmed. */
  'paid',
  /** Card payments that the provider has confirmed. */
  'charged',
  'refunds',
  /** Each import, before it is confirmed. */
  'confirmedImports',
  /** Imports that the shop says are done. */
  'imports',
] as const;

export type Subject = (typeof SUBJECTS)[number];
export type Notes = Readonly<Record<Subject, readonly string[]>>;
/** How many of each subject were noted at a moment. */
export type Mark = Readonly<Record<Subject, number>>;

/** Notes that outlive the test: each is in a file before the test goes on. */
export class Ledger {
  readonly #file: string;
  readonly #notes: Record<Subject, string[]>;

  /** Reads what an interrupted run has noted there. */
  constructor(file: string) {
    this.#file = file;
    this.#notes = forEachSubject(() => []);
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
    for (const line of lines) {
      const [subject, id = ''] = line.split(' ');
      this.#notes[subject as Subject].push(id);
    }
  }

  get notes(): Notes {
    return this.#notes;
  }

  note(subject: Subject, id: string): void {
    this.#notes[subject].push(id);
    appendFileSync(this.#file, `${subject} ${id}\n`);
  }

  mark(): Mark {
    return forEachSubject((subject) => this.#notes[subject].length);
  }
}

/** What had been noted by then. */
export function takeUntil(notes: Notes, mark: Mark): Notes {
  return forEachSubject((subject) => notes[subject].slice(0, mark[subject]));
}

function forEachSubject<T>(toValue: (subject: Subject) => T): Record<Subject, T> {
  return Object.fromEntries(SUBJECTS.map((subject) => [subject, toValue(subject)])) as Record<Subject, T>;
}
