import { setTimeout as pause } from 'node:timers/promises';
import type { Import } from '#src/features/imports/contract.ts';
import type { Ledger } from './ledger.ts';
import type { Requests } from './requests.ts';
import type { Sessions } from './sessions.ts';

/** The shop writes a hundred rows at a time, so a fault can come between two batches. */
export const CREATED_ROWS = 120;
/** Each file also changes the stock of so many tools of an earlier one. */
export const CHANGED_ROWS = 40;
export const CREATED_STOCK = 7;
export const CHANGED_STOCK = 9;

const REST_MS = 3_000;
const POLL_MS = 500;
const LONGEST_IMPORT_MS = 300_000;

/** The SKU of a row of an import. */
export const toSku = (number: number | string, row: number) => `LOAD-${number}-${row}`;

/** An admin who imports one file of tools after the other. */
export class Importer {
  /** Imports that ended in another way than as done. */
  readonly failures: string[] = [];
  readonly #requests: Requests;
  readonly #ledger: Ledger;
  readonly #sessions: Sessions;
  #running: Promise<void> = Promise.resolve();
  #isEnding = false;

  constructor({ requests, ledger, sessions }: { requests: Requests; ledger: Ledger; sessions: Sessions }) {
    this.#requests = requests;
    this.#ledger = ledger;
    this.#sessions = sessions;
  }

  begin(): void {
    this.#running = this.#run();
  }

  /** Begins no more, and waits until the last one has ended. */
  async finish(): Promise<void> {
    this.#isEnding = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    const last = this.#ledger.notes.confirmedImports.at(-1) ?? '0';
    for (let number = Number.parseInt(last, 10) + 1; !this.#isEnding; number += 1) {
      const failure = await this.#import(this.#sessions.admin, number);
      if (failure) this.failures.push(`import ${number}: ${failure}`);
      await pause(REST_MS);
    }
  }

  /** Resolves to what went wrong, if anything. */
  async #import(token: string, number: number): Promise<string | null> {
    const [base = ''] = this.#ledger.notes.imports.at(-1)?.split('<') ?? [];
    const name = '/api/imports';
    // A repeated upload is another import, which nobody confirms.
    const added = await this.#requests.repeat<{ insertedId: string }>({
      method: 'POST',
      path: name,
      name,
      token,
      body: toFile(number, base),
    });
    if (!added) return 'was not accepted';
    const path = `${name}/${added.insertedId}`;
    const checked = await this.#waitForEnd(path, token, ['checking']);
    const changes = base ? CHANGED_ROWS : 0;
    if (checked?.state !== 'ready' || checked.creates !== CREATED_ROWS || checked.changes > changes)
      return explain(checked);
    this.#ledger.note('confirmedImports', `${number}<${base}`);
    await this.#requests.repeat({ method: 'POST', path: `${path}/confirm`, name: `${name}/…/confirm`, token });
    const written = await this.#waitForEnd(path, token, ['ready', 'importing']);
    if (written?.state !== 'done' || written.refused > 0) return explain(written);
    this.#ledger.note('imports', `${number}<${base}`);
    await this.#deleteRepeated(token);
    return null;
  }

  /** Polls until the import is in no such state. The admin tries again what has stopped. */
  async #waitForEnd(path: string, token: string, states: readonly Import['state'][]): Promise<Import | null> {
    const call = { method: 'GET', path, name: '/api/imports/…', token };
    const end = performance.now() + LONGEST_IMPORT_MS;
    let found: Import | null = null;
    while (performance.now() < end) {
      found = await this.#requests.read<Import>(call);
      if (!found) return null;
      if (found.state === 'stopped')
        await this.#requests.repeat({ ...call, method: 'POST', path: `${path}/retry`, name: '/api/imports/…/retry' });
      else if (!states.includes(found.state)) return found;
      await pause(POLL_MS);
    }
    return found;
  }

  /** The shop accepts only so many files that nobody has confirmed. */
  async #deleteRepeated(token: string): Promise<void> {
    const call = { method: 'GET', path: '/api/imports?state=ready', name: '/api/imports', token };
    const open = await this.#requests.read<Import[]>(call);
    for (const { _id } of open ?? [])
      await this.#requests.repeat({
        ...call,
        method: 'DELETE',
        path: `/api/imports/${_id}`,
        name: '/api/imports/…',
      });
  }
}

function toFile(number: number, base: string): FormData {
  const lines = [
    'SKU,Name,Price,MOQ,Stock',
    ...Array.from(
      { length: CREATED_ROWS },
      (_, row) => `${toSku(number, row)},Load rasp ${number} ${row},5,1,${CREATED_STOCK}`,
    ),
    ...Array.from({ length: base ? CHANGED_ROWS : 0 }, (_, row) => `${toSku(base, row)},,,,${CHANGED_STOCK}`),
  ];
  const form = new FormData();
  form.append('file', new File([lines.join('\n')], `load-${number}.csv`, { type: 'text/csv' }));
  return form;
}

function explain(found: Import | null): string {
  if (!found) return 'was not found';
  const { state, creates, changes, refused, reason, faults } = found;
  return JSON.stringify({ state, creates, changes, refused, reason, faults: faults.slice(0, 2) });
}
