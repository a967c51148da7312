import type { Fault } from './fault.ts';
import type { Answer, Requests } from './requests.ts';

export interface Measurement {
  fault: Fault;
  /** Moments of `performance.now()`. */
  inflictedAt: number;
  repairedAt: number;
  healthyAt: number;
  standbyReads: number;
}

export interface FaultResult {
  fault: Pick<Fault, 'name' | 'about' | 'goal' | 'hidesPages'>;
  /** From the fault, or from its repair, until the end of the longest time without a confirmed write. Zero if they never ceased. In seconds. */
  writesBack: number;
  /** The longest time in which no write was confirmed, in seconds. */
  longestGap: number;
  /** From the repair until all nodes were healthy again, in seconds. */
  healed: number;
  writes: { confirmed: number; unavailable: number; withoutRetryAfter: number; unanswered: number; other: string[] };
  /** Lists with what somebody had just done, how many did not have it, and how many statements standbys have done for all. */
  reads: { shown: number; unseen: number; atStandbys: number };
  pages: { shown: number; failed: number; slowestMs: number; failures: Record<string, number> };
  missed: string[];
}

/** Without a confirmed write for this long, writes have ceased, in ms. */
const CEASED_MS = 1_000;

/** In the texts of errors, so that equal ones are listed once. */
const IDS = /[0-9a-f]{8}-[0-9a-f-]{27}|\bpi_\w+/g;

/** The card sandbox has the same database, so it fails with it. A card provider would not, and gets another status. */
const SANDBOX_AWAY = ': 502 {"type":"urn:ironmonger:problem:provider_unavailable"';

const toSeconds = (ms: number) => Math.round(ms / 100) / 10;

/** Derives from the answers how buyers and visitors experienced a fault. */
export function measureFault(
  { fault, inflictedAt, repairedAt, healthyAt, standbyReads }: Measurement,
  { answers, unseen }: Pick<Requests, 'answers' | 'unseen'>,
): FaultResult {
  const isDuring = (moment: number) => moment >= inflictedAt && moment <= healthyAt;
  const during = answers.filter(({ endedAt }) => isDuring(endedAt));
  const isConfirmed = ({ status }: Answer) => status !== null && status < 300;
  const writes = during.filter(({ kind }) => kind === 'write');
  const reads = during.filter(({ kind }) => kind === 'read');
  const calls = [...writes, ...reads];
  const pages = during.filter(({ kind, startedAt }) => kind === 'page' && startedAt >= inflictedAt);
  const confirmed = writes.filter(isConfirmed);
  const moments = [inflictedAt, ...confirmed.map(({ endedAt }) => endedAt).sort((a, b) => a - b), healthyAt];
  const gaps = moments.slice(1).map((end, at) => ({ start: moments[at] ?? end, end }));
  const longestGap = Math.max(...gaps.map(({ start, end }) => end - start));
  const outage = gaps.find(({ start, end }) => end - start === longestGap && longestGap > CEASED_MS);
  const since = fault.goal.from === 'fault' ? inflictedAt : repairedAt;
  const unavailable = calls.filter(({ status }) => status === 503);
  const failedPages = pages.filter((page) => !isConfirmed(page));
  const result: Omit<FaultResult, 'missed'> = {
    fault,
    writesBack: outage ? Math.max(0, toSeconds(outage.end - since)) : 0,
    longestGap: toSeconds(longestGap),
    healed: toSeconds(healthyAt - repairedAt),
    writes: {
      confirmed: confirmed.length,
      unavailable: unavailable.length,
      withoutRetryAfter: unavailable.filter(({ hasRetryAfter }) => !hasRetryAfter).length,
      unanswered: calls.filter(({ status }) => status === null).length,
      other: [
        ...new Set(
          calls.flatMap(({ call, status, text }) =>
            text === undefined ? [] : [`${call}: ${status} ${text.replaceAll(IDS, '…')}`],
          ),
        ),
      ],
    },
    reads: {
      shown: reads.filter(isConfirmed).length,
      unseen: unseen.filter(({ at }) => isDuring(at)).length,
      atStandbys: standbyReads,
    },
    pages: {
      shown: pages.length - failedPages.length,
      failed: failedPages.length,
      failures: countFailures(failedPages),
      slowestMs: Math.round(Math.max(0, ...pages.filter(isConfirmed).map((page) => page.endedAt - page.startedAt))),
    },
  };
  return { ...result, missed: listMissedGoals(result) };
}

/** How often each page failed in which way. */
function countFailures(pages: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { call, status, text = '' } of pages) {
    const failure = `${call}: ${status ?? 'no answer'} ${text.slice(0, 80).replaceAll(/\s+/g, ' ')}`.trimEnd();
    counts[failure] = (counts[failure] ?? 0) + 1;
  }
  return counts;
}

function listMissedGoals({ fault, writesBack, writes, reads, pages }: Omit<FaultResult, 'missed'>): string[] {
  const missed: string[] = [];
  if (writesBack > fault.goal.seconds)
    missed.push(`writes back within ${fault.goal.seconds} s of the ${fault.goal.from}`);
  if (writes.withoutRetryAfter > 0) missed.push('every 503 with Retry-After');
  if (writes.other.some((text) => /: 5\d\d/.test(text) && !text.includes(SANDBOX_AWAY)))
    missed.push('no error but 503');
  if (reads.unseen > 0) missed.push('own writes are seen at once');
  if (pages.failed > 0 && !fault.hidesPages) missed.push('public pages throughout');
  return missed;
}
