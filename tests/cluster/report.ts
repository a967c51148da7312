import type { Restored } from './backups.ts';
import type { Comparison } from './compare.ts';
import type { FaultResult } from './measure.ts';

/** The outcome of a whole run. */
export interface RunResult {
  conditions: readonly string[];
  faults: readonly FaultResult[];
  comparisons: readonly Comparison[];
  doubled: readonly string[];
  failedImports: readonly string[];
  /** What a restore aside has; null if nothing was backed up. */
  restored: Restored | null;
  /** The last lines of `npm run verify`, and whether all invariants hold. */
  verify: { holds: boolean; output: string };
}

const COLUMNS = [
  'fault',
  'writes back',
  'goal',
  'gap',
  'healed',
  'confirmed',
  '503',
  'no answer',
  'other errors',
  'own reads',
  'unseen',
  'at standbys',
  'pages',
  'failed',
  'slowest, ms',
  'missed',
];

const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;

/** True if nothing is lost or doubled, all invariants hold and every goal is reached. */
export function isGood({ faults, comparisons, doubled, failedImports, restored, verify }: RunResult): boolean {
  return (
    verify.holds &&
    doubled.length === 0 &&
    failedImports.length === 0 &&
    !restored?.tooNew.length &&
    [...comparisons, ...(restored?.comparisons ?? [])].every(({ lost }) => lost.length === 0) &&
    faults.every(({ missed }) => missed.length === 0)
  );
}

/** Formats a run as Markdown. */
export function formatRun({
  conditions,
  faults,
  comparisons,
  doubled,
  failedImports,
  restored,
  verify,
}: RunResult): string {
  const count = (values: readonly unknown[]) => String(values.length);
  return `${[
    '# A cluster under faults',
    '',
    'Written by `npm run test:cluster`: three database nodes with PostgreSQL, Patroni and etcd, three shops, and HAProxy in front of both, from',
    'the files in `deploy/cluster`. Each machine is a network namespace of one computer, and everything competes for its processor. The disks of the',
    'databases are in memory, so a fault ends programs and never loses what a disk had stored. Meanwhile buyers order, pay and get refunds, an admin',
    'imports files of tools, and buyers look for each purchase in a list that a standby may serve.',
    '',
    ...conditions.map((condition) => `- ${condition}`),
    '',
    '## What buyers noticed',
    '',
    '*Gap* is the longest time without a confirmed write. *Writes back* is the time until its end, from the fault or (r) from its repair; 0 if no',
    'second passed without a confirmed write. *Healed* is the time from the repair until all nodes were healthy. All in seconds. *Own reads* are',
    'lists in which buyers looked for what had just been confirmed to them, and imports whose state was asked for; *unseen* is how often it was missing.',
    '*At standbys* is how many statements of all kinds the shops have read there.',
    '',
    row(COLUMNS),
    row(COLUMNS.map((name) => (name === 'fault' || name === 'missed' ? '---' : '---:'))),
    ...faults.map(({ fault, writesBack, longestGap, healed, writes, reads, pages, missed }) =>
      row([
        fault.name,
        `${writesBack}${fault.goal.from === 'repair' ? ' (r)' : ''}`,
        fault.goal.seconds,
        longestGap,
        healed,
        writes.confirmed,
        writes.unavailable,
        writes.unanswered,
        count(writes.other),
        reads.shown,
        reads.unseen,
        reads.atStandbys,
        pages.shown,
        pages.failed,
        pages.slowestMs,
        missed.join('; '),
      ]),
    ),
    '',
    ...[...new Map(faults.map(({ fault }) => [fault.name, fault])).values()].map(
      ({ name, about }) => `- *${name}*: ${about}.`,
    ),
    '',
    ...listOtherErrors(faults),
    '## What was confirmed, and what the database has',
    '',
    ...formatComparisons(comparisons),
    '',
    `Doubled: ${doubled.length}. Failed imports: ${failedImports.length}. \`npm run verify\`: ${verify.holds ? 'all invariants hold' : 'violations'}.`,
    ...failedImports.map((failure) => `- ${failure}`),
    ...(restored ? formatRestored(restored) : []),
  ].join('\n')}\n`;
}

function listOtherErrors(faults: readonly FaultResult[]): string[] {
  const lines = faults.flatMap(({ fault, writes }) => writes.other.map((text) => `- ${fault.name}: \`${text}\``));
  return lines.length ? ['Other errors:', '', ...new Set(lines), ''] : [];
}

function formatComparisons(comparisons: readonly Comparison[]): string[] {
  return [
    row(['', 'confirmed', 'lost']),
    row(['---', '---:', '---:']),
    ...comparisons.map(({ what, confirmed, lost }) => row([what, confirmed, lost.length])),
  ];
}

function formatRestored({ at, seconds, comparisons, tooNew }: Restored): string[] {
  return [
    '',
    '## What had been confirmed at a moment, and what its restore has',
    '',
    `pgBackRest restored ${at} beside the cluster in ${seconds} s, from a backup that was made while buyers ordered, and from the archive`,
    `of all primaries since. Purchases that were only asked for later: ${tooNew.length}.`,
    '',
    ...formatComparisons(comparisons),
  ];
}
