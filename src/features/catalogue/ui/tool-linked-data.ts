import { CURRENCY, centsToDecimal, decimalToCents } from '#src/shared/money.ts';
import { company } from '#src/shared/site-copy.ts';
import type { LinkedData } from '#src/shared/ui/linked-data.ts';
import type { Tool } from '../contract.ts';

type Offered = Pick<Tool, '_id' | 'itemName' | 'about' | 'balance' | 'quantity' | 'minOrderQuantity'>;

/** A tool and what it is offered for, as machines read it; `canonical` is any address of the shop. */
export function toolLinkedData(tool: Offered, canonical: string): LinkedData {
  const address = new URL(`/singleTool/${tool._id}`, canonical).href;
  const orderable = tool.quantity >= tool.minOrderQuantity;
  return {
    '@type': 'Product',
    '@id': `${address}#product`,
    name: tool.itemName,
    description: tool.about,
    sku: tool._id,
    url: address,
    image: new URL(toolPreviewPath(tool._id), canonical).href,
    brand: { '@type': 'Brand', name: company.name },
    offers: {
      '@type': 'Offer',
      url: address,
      price: centsToDecimal(decimalToCents(tool.balance) ?? 0),
      priceCurrency: CURRENCY.toUpperCase(),
      availability: `https://schema.org/${orderable ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: tool.minOrderQuantity, unitCode: 'C62' },
      seller: { '@type': 'Organization', name: company.legalName },
    },
  };
}

/** Where the picture of a link to a tool is. */
export function toolPreviewPath(id: string): string {
  return `/images/og/tool/${id}.png`;
}
