import { formatMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { getPurchasePath } from '#src/shared/purchase-number.ts';
import { formatRate } from '#src/shared/totals/format-rate.ts';
import type { EmailPurchase, EmailTax } from '../email-purchase.ts';
import { ItemsTable } from './items-table.tsx';
import { ActionButton, DetailsTable, Paragraph, SecondaryLink } from './layout.tsx';

/** Why the reader gets an email about an order. */
export const ORDERED = (shopName: string) => `You are receiving this email because you placed an order at ${shopName}.`;

/** A single line is shown as rows of labels and values; several lines are a table. */
export function OrderTable({
  order,
  more = [],
  publicUrl,
}: {
  order: EmailPurchase;
  more?: [string, string][];
  publicUrl: string;
}) {
  const rows: [string, string, string?][] = [
    ...listParts(order),
    ['Order', order.number ?? order.id, getOrderUrl(publicUrl, order)],
    ...(order.poNumber ? [['PO number', order.poNumber] satisfies [string, string]] : []),
    ...more,
    ...(order.shipTo ? [['Ship to', order.shipTo.join('\n')] satisfies [string, string]] : []),
  ];
  const note = order.parts?.note && <Paragraph>{order.parts.note}</Paragraph>;
  if (!order.lines)
    return (
      <>
        <DetailsTable
          rows={[
            ['Tool', order.itemName, getToolUrl(publicUrl, order)],
            ...(order.sku ? [['SKU', order.sku] satisfies [string, string]] : []),
            ['Quantity', formatPieces(order.quantity)],
            ...rows,
          ]}
        />
        {note}
      </>
    );
  return (
    <>
      <ItemsTable
        items={order.lines.map((line) => ({
          name: line.itemName,
          url: getToolUrl(publicUrl, line),
          detail: [line.sku, formatPieces(line.quantity)].filter(Boolean).join(', '),
          figure: formatMoney(line.totalMinor),
        }))}
      />
      <DetailsTable rows={rows} />
      {note}
    </>
  );
}

/** The total, after what it consists of. Taxes within the prices come after it. */
function listParts({ totalMinor, parts, isPart }: EmailPurchase): [string, string][] {
  if (!parts) return [[isPart ? 'Value of goods' : 'Total', formatMoney(totalMinor)]];
  const { goodsMinor, shipping, reliefMinor, pricesInclude, taxes } = parts;
  const listTaxes = (toLabel: (tax: EmailTax) => string) =>
    taxes.map((tax): [string, string] => [toLabel(tax), formatMoney(tax.amountMinor)]);
  return [
    ['Goods', formatMoney(goodsMinor)],
    ...(shipping ? [[`Shipping: ${shipping.name}`, formatMoney(shipping.priceMinor)] satisfies [string, string]] : []),
    ...(reliefMinor ? [['Tax not charged', formatMoney(-reliefMinor)] satisfies [string, string]] : []),
    ...(pricesInclude === 'net' ? listTaxes(nameTax) : []),
    ['Total', formatMoney(totalMinor)],
    ...(pricesInclude === 'gross' ? listTaxes((tax) => `Includes ${nameTax(tax)}`) : []),
  ];
}

/** 'VAT 19 %'. */
export const nameTax = ({ name, rate }: EmailTax) => `${name} ${formatRate(rate)}`;

const formatPieces = (quantity: number) => `${formatCount(quantity)} ${quantity === 1 ? 'piece' : 'pieces'}`;

export function Greeting({ order }: { order: EmailPurchase }) {
  return <Paragraph>{order.name ? `Hello ${order.name},` : 'Hello,'}</Paragraph>;
}

const getToolUrl = (publicUrl: string, { toolId }: Pick<EmailPurchase, 'toolId'>) =>
  toolId && `${publicUrl}/tools/${toolId}`;

/** Below the action, so that the first address of the text is that of the action. */
export function ToolPage({ order, publicUrl }: { order: EmailPurchase; publicUrl: string }) {
  const url = getToolUrl(publicUrl, order);
  if (!url || order.lines) return null;
  return (
    <SecondaryLink label={url} url={url}>
      See the tool:
    </SecondaryLink>
  );
}

/** The page of the order. Emails of earlier versions have no number. */
export const getOrderUrl = (publicUrl: string, { number }: EmailPurchase) =>
  number && `${publicUrl}${getPurchasePath(number)}`;

/** A link to the order, or to all orders in an email of an earlier version without a number. */
export function SeeOrder({ order, publicUrl }: { order: EmailPurchase; publicUrl: string }) {
  const url = getOrderUrl(publicUrl, order);
  if (url) return <ActionButton label="See your order" url={url} />;
  return <ActionButton label="See your orders" url={`${publicUrl}/dashboard/myorder`} />;
}
