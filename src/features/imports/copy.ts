import { formatCount } from '#src/shared/numbers.ts';
import {
  type DecimalMark,
  type Encoding,
  type ImportState,
  MAX_OPEN_IMPORTS,
  type RowOutcome,
  type Separator,
} from './rules.ts';

const countRows = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;
const countProducts = (count: number) => `${formatCount(count)} ${count === 1 ? 'product' : 'products'}`;

const be = (count: number) => (count === 1 ? 'is' : 'are');
/** What there is none of is not said. */
const join = (between: string, ...parts: (string | false)[]) => parts.filter(Boolean).join(between);

/** The texts of imports. */
export const importCopy = {
  title: 'Import',
  text: 'Products from a CSV file, as every spreadsheet writes it. Nothing is stored before you have seen what becomes of each row.',
  one: 'Import',
  back: 'All imports',
  products: 'Products',
  upload: {
    label: 'CSV file',
    hint: 'At most 512 MB and 1,000,000 rows. Excel: save as “CSV UTF-8”. A row is found by its SKU, or by its GTIN. An export of products shows the names of the columns.',
    button: 'Upload and check',
    progress: 'Upload of the file',
    missing: 'Please choose a CSV file.',
  },
  list: {
    search: 'Name of the file or e-mail',
    file: 'File',
    state: 'State',
    rows: 'Rows',
    by: 'By',
    at: 'When',
    empty: {
      title: 'No imports yet',
      text: `Upload a file above. At most ${MAX_OPEN_IMPORTS} can wait for you at once.`,
    },
  },
  states: {
    checking: 'Being checked',
    ready: 'To confirm',
    importing: 'Being written',
    done: 'Done',
    failed: 'Failed',
    stopped: 'Stopped',
    undone: 'Undone',
  } satisfies Record<ImportState, string>,
  undoing: 'Being undone',
  counts: { creates: 'created', changes: 'changed', unchanged: 'unchanged', faultRows: 'with faults' },
  willCounts: {
    creates: 'will be created',
    changes: 'will change',
    unchanged: 'stay the same',
    faultRows: 'have faults',
  },
  checking: (rows: number) => `${countRows(rows)} checked so far.`,
  writing: (done: number, of: number) => `${formatCount(done)} of ${formatCount(of)} written.`,
  undoingOf: (done: number, of: number) => `${formatCount(done)} of ${formatCount(of)} taken back.`,
  mayLeave: 'You may leave this page: it goes on without you.',
  failed: 'This file cannot be imported as it is',
  stopped: 'This import stopped half-way',
  stoppedCheck: 'The check of this file stopped',
  retry: 'Try again',
  mapping: {
    title: 'Columns',
    text: 'What each column stands for. A column of one property, such as “Drive size”, can become a specification of this name. It is remembered for files with the same columns.',
    formatTitle: 'How the file is read',
    formatText: 'If this is not how the file was saved, say so and have it checked again.',
    column: 'Column',
    samples: 'Its values',
    field: 'Is imported as',
    fieldOf: (name: string) => `What “${name}” is imported as`,
    none: 'Not imported',
    specification: 'Specification of this name',
    encoding: 'Encoding',
    separator: 'Separator',
    decimal: 'Decimal mark',
    headerRow: 'Row of the names',
    button: 'Check again',
  },
  encodings: {
    'utf-8': 'UTF-8',
    'utf-16le': 'UTF-16, little-endian',
    'utf-16be': 'UTF-16, big-endian',
    'windows-1252': 'Windows-1252 (Western European)',
  } satisfies Record<Encoding, string>,
  separators: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' } satisfies Record<Separator, string>,
  decimals: { '.': 'Point: 18.90', ',': 'Comma: 18,90' } satisfies Record<DecimalMark, string>,
  preview: {
    create: 'New products',
    change: 'Changed products',
    unchanged: 'Unchanged products',
    fault: 'Rows with faults',
    row: 'Row',
    product: 'Product',
    what: 'Before and after',
    made: 'Its values',
    reason: 'Actions',
    more: 'Show more',
    empty: 'empty',
    download: 'Download all faults as CSV',
  },
  outcomes: {
    created: 'Created',
    changed: 'Changed',
    unchanged: 'Unchanged meanwhile',
    refused: 'Not written',
    undone: 'Undone',
    left: 'Left as it is',
  } satisfies Record<RowOutcome, string>,
  confirm: {
    button: 'Import',
    skip: (count: number) => `Leave out the ${count === 1 ? 'row' : countRows(count)} with faults`,
    nothing: 'Nothing to import: no row creates or changes a product.',
    mustSkip: 'Please correct the file and upload it again, or say that the rows with faults are left out.',
    ask: (creates: number, changes: number, faults: number) => ({
      title: 'Import this file?',
      text: `${join(' and ', creates > 0 && `${countProducts(creates)} ${be(creates)} created`, changes > 0 && `${countProducts(changes)} ${be(changes)} changed`)}.${faults > 0 ? ` ${countRows(faults)} with faults ${be(faults)} left out.` : ''} You can undo it while nothing of it was ordered.`,
      confirm: 'Yes, import',
      cancel: 'Cancel',
    }),
    remove: 'Delete this import',
    askRemove: {
      title: 'Delete this import?',
      text: 'The file and its check are deleted. Products stay the same.',
      confirm: 'Yes, delete it',
      cancel: 'Cancel',
    },
  },
  done: (creates: number, changes: number) =>
    `Done: ${join(', ', creates > 0 && `${countProducts(creates)} created`, changes > 0 && `${countProducts(changes)} changed`) || 'no product was written'}.`,
  refused: (count: number) =>
    `${countRows(count)} could not be written, since somebody changed these products meanwhile.`,
  undo: {
    button: 'Undo this import',
    ask: (creates: number, changes: number) => ({
      title: 'Undo this import?',
      text: `${join(', and ', creates > 0 && `${countProducts(creates)} that it created ${be(creates)} removed`, changes > 0 && `${countProducts(changes)} ${changes === 1 ? 'gets' : 'get'} back what ${changes === 1 ? 'it' : 'they'} had before`) || 'It has written nothing'}. Where one was ordered or changed since, nothing is undone.`,
      confirm: 'Yes, undo it',
      cancel: 'Cancel',
    }),
    done: 'Undone.',
    inPart: 'Undone in part.',
  },
  by: (email: string) => `by ${email}`,
  downloadStarted: 'The download has started.',
} as const;
