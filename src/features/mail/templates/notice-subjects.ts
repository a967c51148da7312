import { NOTICE_KINDS, type NoticeKind } from '#src/shared/notice-kinds.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { ShortTools } from '#src/shared/short-tools.ts';

/** Something that the shop is notified of. Nothing in it was typed by a stranger. */
export type EmailNotice = PurchaseNotice | ReviewNotice;

/** An event of a purchase. */
export interface PurchaseNotice {
  kind: Exclude<NoticeKind, 'review'>;
  number: string;
  /** The amount of the dispute or refund if the event is about one, else the total. */
  amountMinor: number;
  items: string;
  lacksAddress?: true;
  /** The deadline for answering a dispute, if the provider gives one. */
  answerBy?: string;
}

/** A new or changed review. */
export interface ReviewNotice {
  kind: 'review';
  reviewId: string;
  /** From 1 to 5. */
  rating: number;
  /** The name of the tool, or null for a review of the shop. */
  itemName: string | null;
  /** It is not shown until the shop publishes it. */
  waiting: boolean;
}

/** Some of the events since the last such mail, and the number of events of each kind. */
export interface EmailNotices {
  notices: EmailNotice[];
  counts: Partial<Record<NoticeKind, number>>;
}

const NOUNS: Record<NoticeKind, readonly [one: string, several: string]> = {
  dispute: ['dispute to answer', 'disputes to answer'],
  refund_failed: ['failed refund', 'failed refunds'],
  cancel_request: ['request to cancel', 'requests to cancel'],
  paid: ['paid order', 'paid orders'],
  review: ['new review', 'new reviews'],
};

/** A number of events of a kind, such as '2 paid orders'. */
export function countNotices(kind: NoticeKind, count: number): string {
  return `${formatCount(count)} ${NOUNS[kind][count === 1 ? 0 : 1]}`;
}

/** What is reviewed, within a sentence. */
export function nameReviewed({ itemName }: ReviewNotice): string {
  return itemName ?? 'the shop';
}

/** What a notice is about, for a subject: a single event by its order or rating, several by their kinds. */
export function nameNotices({ notices, counts }: EmailNotices): string {
  const [only, ...others] = notices;
  if (only && others.length === 0) {
    const what = { dispute: 'Dispute to answer', refund_failed: 'Refund failed', cancel_request: 'Request to cancel' };
    if (only.kind === 'review') return `New review: ${only.rating} of 5 for ${nameReviewed(only)}`;
    if (only.kind !== 'paid') return `${what[only.kind]}: order ${only.number}`;
    return `Paid${only.lacksAddress ? ', without an address' : ''}: order ${only.number}`;
  }
  return NOTICE_KINDS.flatMap((kind) => (counts[kind] ? [countNotices(kind, counts[kind])] : [])).join(', ');
}

/** How many tools have become short, such as '2 tools sold out, 1 to reorder'. */
export function nameShortTools({ out, low, tools }: ShortTools): string {
  const [only] = tools;
  if (only && out + low === 1) return `${only.state === 'out' ? 'Sold out' : 'To reorder'}: ${only.itemName}`;
  const tool = (count: number) => `${formatCount(count)} ${count === 1 ? 'tool' : 'tools'}`;
  if (out === 0) return `${tool(low)} to reorder`;
  return low === 0 ? `${tool(out)} sold out` : `${tool(out)} sold out, ${formatCount(low)} to reorder`;
}
