import type { CategoryParams } from './category-params.ts';
import type { ToolFacets } from './facet-contract.ts';
import { getBaseUnit } from './facet-rules.ts';
import { formatFilters } from './filter-params.ts';

/**
 * What the fields of the filters show: the filters, and input that filters nothing. A number in another unit than that
 * of its field is followed by its unit.
 */
export function getFieldTexts(
  { filters, rejected }: Pick<CategoryParams, 'filters' | 'rejected'>,
  { specifications }: Pick<ToolFacets, 'specifications'>,
): URLSearchParams {
  const texts = formatFilters(filters);
  for (const { name, min, max, unit } of filters.specifications) {
    const fieldUnit = getFieldUnit(name, { rejected: [] }, { specifications });
    const own = unit || getBaseUnit(fieldUnit)[0];
    if (own === fieldUnit) continue;
    if (min !== undefined) texts.set(`spec.${name}.min`, `${min} ${own}`);
    if (max !== undefined) texts.set(`spec.${name}.max`, `${max} ${own}`);
  }
  for (const [name, text] of rejected) texts.append(name, text);
  return texts;
}

/** The unit of numbers that are typed without one. */
export function getFieldUnit(
  name: string,
  { rejected }: Pick<CategoryParams, 'rejected'>,
  { specifications }: Pick<ToolFacets, 'specifications'>,
): string {
  const typed = rejected.find(([field]) => field === `spec.${name}.unit`)?.[1];
  return typed ?? specifications.find((facet) => facet.name === name)?.unit ?? '';
}
