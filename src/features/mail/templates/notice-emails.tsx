import { useCompany } from '#src/shared/company.ts';
import { formatZonedDate } from '#src/shared/dates.ts';
import { formatMoney } from '#src/shared/money.ts';
import { NOTICE_KINDS, type NoticeKind } from '#src/shared/notice-kinds.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { getPurchasePath } from '#src/shared/purchase-number.ts';
import { ItemsTable } from './items-table.tsx';
import { ActionButton, EmailLayout, Paragraph, SecondaryLink } from './layout.tsx';
import type { EmailNotice } from './notice-subjects.ts';
import { countNotices, nameNotices, nameReviewed, nameShortTools } from './notice-subjects.ts';
import type { TemplateProps } from './template-props.ts';

const FOR_THE_SHOP = (shopName: string) =>
  `You are receiving this email because the ${shopName} settings list this address for notices.`;

const HINTS: Record<NoticeKind, string> = {
  dispute: 'A buyer’s bank has disputed a payment. Respond in the card provider’s dashboard.',
  refund_failed: 'The refund did not reach the buyer. Open the order to try again.',
  cancel_request: 'The buyer has asked to cancel a paid order that has not shipped. You decide.',
  paid: 'Ready to ship.',
  review: 'Please read it. Under Reviews you can publish a review that waits, or take one down.',
};

/** The list with all purchases of a kind, and the text of the link to it. */
const LISTS: Record<NoticeKind, readonly [path: string, label: string]> = {
  dispute: ['/dashboard/payments?state=to_answer', 'See the disputes'],
  refund_failed: ['/dashboard/payments?state=refund_failed', 'See the failed refunds'],
  cancel_request: ['/dashboard/allorder?state=to_cancel', 'See the requests'],
  paid: ['/dashboard/allorder?state=to_ship', 'See the orders to ship'],
  review: ['/dashboard/reviews?state=new', 'See the new reviews'],
};

/**
 * What has happened since the last such mail. The link leads to the order or review if there is only one, else to a list.
 */
export function ShopNotice({ notices, counts, publicUrl }: TemplateProps<'shop_notice'>) {
  const kinds = NOTICE_KINDS.filter((kind) => counts[kind]);
  const [only] = notices.length === 1 ? notices : [];
  const [path, label] = only ? getLink(only) : LISTS[kinds[0] ?? 'paid'];
  return (
    <EmailLayout
      preview={notices.map(nameNotice).join(', ')}
      title={nameNotices({ notices, counts })}
      reason={FOR_THE_SHOP}
      publicUrl={publicUrl}
    >
      {kinds.map((kind) => (
        <NoticeSection
          key={kind}
          kind={kind}
          notices={notices.filter((notice) => notice.kind === kind)}
          count={counts[kind] ?? 0}
          publicUrl={publicUrl}
        />
      ))}
      <ActionButton label={label} url={`${publicUrl}${path}`} />
    </EmailLayout>
  );
}

function NoticeSection(props: { kind: NoticeKind; notices: EmailNotice[]; count: number; publicUrl: string }) {
  const { kind, notices, count, publicUrl } = props;
  const { timeZone } = useCompany();
  const [path, label] = LISTS[kind];
  const more = count - notices.length;
  return (
    <>
      <Paragraph>
        {countNotices(kind, count)}. {HINTS[kind]}
      </Paragraph>
      {notices.length > 0 && (
        <ItemsTable
          items={notices.map((notice) => ({
            name: nameNotice(notice),
            url: `${publicUrl}${getLink(notice)[0]}`,
            detail: describeNotice(notice, timeZone),
            figure: notice.kind === 'review' ? `${notice.rating} of 5` : formatMoney(notice.amountMinor),
          }))}
        />
      )}
      {more > 0 && (
        <SecondaryLink label={label} url={`${publicUrl}${path}`}>
          {`${notices.length > 0 ? 'And' : 'There are'} ${formatCount(more)} more.`}
        </SecondaryLink>
      )}
    </>
  );
}

const nameNotice = (notice: EmailNotice) =>
  notice.kind === 'review' ? `Review of ${nameReviewed(notice)}` : notice.number;

/** The page of a single notice, and the text of the link to it. */
function getLink(notice: EmailNotice): readonly [path: string, label: string] {
  return notice.kind === 'review'
    ? [`/dashboard/reviews?q=${notice.reviewId}`, 'Read the review']
    : [getPurchasePath(notice.number), 'Open the order'];
}

function describeNotice(notice: EmailNotice, timeZone: string): string {
  if (notice.kind === 'review') return notice.waiting ? 'waits until you publish it' : 'already on show';
  const { items, lacksAddress, answerBy } = notice;
  return [
    items,
    ...(lacksAddress ? ['no shipping address'] : []),
    ...(answerBy ? [`respond by ${formatZonedDate(answerBy, timeZone)}`] : []),
  ].join(', ');
}

/** A scheduled backup that failed, and how old the newest one is. */
export function BackupFailed({ reason, place, lastMadeAt, publicUrl }: TemplateProps<'backup_failed'>) {
  const { timeZone } = useCompany();
  return (
    <EmailLayout preview={reason} title="The daily backup failed" reason={FOR_THE_SHOP} publicUrl={publicUrl}>
      <Paragraph>{reason}</Paragraph>
      <Paragraph>
        {lastMadeAt
          ? `The newest backup is of ${formatZonedDate(lastMadeAt, timeZone)}. What has happened since then is in no backup.`
          : 'This shop has no backup yet.'}
        {` It is tried again within the hour. Whoever runs the shop should look at ${place}.`}
      </Paragraph>
      <ActionButton label="See the system page" url={`${publicUrl}/dashboard/system`} />
    </EmailLayout>
  );
}

/** The tools that have become short since the last such mail. */
export function StockNotice({ out, low, tools, publicUrl }: TemplateProps<'stock_notice'>) {
  const more = out + low - tools.length;
  return (
    <EmailLayout
      preview={tools.map(({ itemName }) => itemName).join(', ')}
      title={nameShortTools({ out, low, tools })}
      reason={FOR_THE_SHOP}
      publicUrl={publicUrl}
    >
      <Paragraph>
        Sold out means that less than one minimum order is left. To reorder means that fewer pieces are left than the
        product’s reorder level or, if it has none, than the settings say.
      </Paragraph>
      <ItemsTable
        items={tools.map(({ id, itemName, state, available }) => ({
          name: itemName,
          url: `${publicUrl}/dashboard/products/${id}`,
          detail: state === 'out' ? 'Sold out' : 'To reorder',
          figure: `${formatCount(available)} ${available === 1 ? 'piece' : 'pieces'}`,
        }))}
      />
      {more > 0 && <Paragraph>{`And ${formatCount(more)} more.`}</Paragraph>}
      <ActionButton
        label={out > 0 ? 'See sold-out products' : 'See products to reorder'}
        url={`${publicUrl}/dashboard/products?state=${out > 0 ? 'out' : 'reorder'}`}
      />
      {out > 0 && low > 0 && (
        <SecondaryLink
          label={`${publicUrl}/dashboard/products?state=reorder`}
          url={`${publicUrl}/dashboard/products?state=reorder`}
        >
          To reorder:
        </SecondaryLink>
      )}
    </EmailLayout>
  );
}
