import type { Company } from '#src/shared/company.ts';
import { CURRENCY, centsToDecimal, decimalToCents } from '#src/shared/money.ts';
import type { LinkedData } from '#src/shared/ui/linked-data.ts';
import type { Tool } from '../contract.ts';

type OfferedTool = Pick<Tool, '_id' | 'itemName' | 'about' | 'balance' | 'quantity' | 'minOrderQuantity'>;

/** A tool and its offer as structured data. `canonical` is any URL of the shop. */
export function toolLinkedData(tool: OfferedTool, canonical: string, company: Company): LinkedData {
  const url = new URL(`/singleTool/${tool._id}`, canonical).href;
  const orderable = tool.quantity >= tool.minOrderQuantity;
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: tool.itemName,
    description: tool.about,
    sku: tool._id,
    url,
    image: new URL(toolPreviewPath(tool._id), canonical).href,
    brand: { '@type': 'Brand', name: company.name },
    offers: {
      '@type': 'Offer',
      url,
      price: centsToDecimal(decimalToCents(tool.balance) ?? 0),
      priceCurrency: CURRENCY.toUpperCase(),
      availability: `https://schema.org/${orderable ? 'InStock' : 'OutOfStock'}`,
      itemCondition: 'https://schema.org/NewCondition',
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: tool.minOrderQuantity, unitCode: 'C62' },
      seller: { '@type': 'Organization', name: company.legalName },
    },
  };
}

/** The path of a tool's link preview image. */
export function toolPreviewPath(id: string): string {
  return `/images/og/tool/${id}.png`;
}
