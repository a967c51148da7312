import type { Company } from '#src/shared/company.ts';
import { decimalToMinor, getShopCurrency, minorToDecimal } from '#src/shared/money.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import { PLAIN_FIELD_NAMES, PLAIN_FIELDS, type PlainField } from '#src/shared/tool-fields/plain-fields.ts';
import type { PricesInclude } from '#src/shared/totals/purchase-totals.ts';
import type { LinkedData } from '#src/shared/ui/linked-data.ts';
import type { Tool } from '../contract.ts';

type OfferedTool = Pick<
  Tool,
  | '_id'
  | 'sku'
  | 'slug'
  | PlainField
  | 'rating'
  | 'itemName'
  | 'maker'
  | 'about'
  | 'balance'
  | 'quantity'
  | 'minOrderQuantity'
  | 'packMultiple'
  | 'state'
  | 'version'
>;

/**
 * A tool and its offer as structured data. `canonical` is any URL of the shop. `pricesInclude` is null in a shop that
 * charges no tax.
 */
export function toolLinkedData(
  tool: OfferedTool,
  canonical: string,
  company: Company,
  pricesInclude: PricesInclude | null = null,
): LinkedData {
  const url = new URL(`/tools/${tool.slug}`, canonical).href;
  const smallest = getSmallestOrder(tool);
  const inStock = tool.quantity >= smallest;
  const price = { price: minorToDecimal(decimalToMinor(tool.balance) ?? 0), priceCurrency: getShopCurrency().code };
  const availability = tool.state === 'archived' ? 'Discontinued' : inStock ? 'InStock' : 'OutOfStock';
  return {
    '@type': 'Product',
    '@id': `${url}#product`,
    name: tool.itemName,
    description: tool.about,
    sku: tool.sku,
    ...listLinkedFields(tool),
    ...(tool.rating
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: tool.rating.average,
            reviewCount: tool.rating.count,
          },
        }
      : {}),
    url,
    image: new URL(toolPreviewPath(tool), canonical).href,
    brand: { '@type': 'Brand', name: tool.maker?.name ?? company.name },
    offers: {
      '@type': 'Offer',
      url,
      ...price,
      ...(pricesInclude
        ? {
            priceSpecification: {
              '@type': 'UnitPriceSpecification',
              ...price,
              valueAddedTaxIncluded: pricesInclude === 'gross',
            },
          }
        : {}),
      availability: `https://schema.org/${availability}`,
      itemCondition: 'https://schema.org/NewCondition',
      eligibleQuantity: { '@type': 'QuantitativeValue', minValue: smallest, unitCode: 'C62' },
      seller: { '@type': 'Organization', name: company.legalName },
    },
  };
}

function listLinkedFields(tool: Pick<Tool, PlainField>): Record<string, string | LinkedData> {
  const named = PLAIN_FIELD_NAMES.map((name) => tool[name] && PLAIN_FIELDS[name].toLinkedData?.(tool[name]));
  return Object.assign({}, ...named);
}

/**
 * The path of a tool's link preview image. Each version of the tool has its own, since other sites keep the image for a
 * day.
 */
export function toolPreviewPath({ _id, version }: Pick<Tool, '_id' | 'version'>): string {
  return `/images/og/tool/${_id}.png?v=${version}`;
}
