import { readDecimalComma } from '#src/shared/decimal-comma.ts';
import { toolCopy } from '../tool/copy.ts';
import { RELATION_KINDS, type RelationKind } from '../tool/kinds.ts';
import {
  isMeasure,
  LENGTH_UNITS,
  type Size,
  SPECIFICATION_UNITS,
  type Specification,
  WEIGHT_UNITS,
  type Weight,
} from '../tool/rules.ts';

/**
 * Parses a row as people type it: 'Jaw width: 120 mm'. A value with a known unit is a measure; everything else is text.
 */
export function parseSpecification(line: string): Specification | null {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon).trim();
  const text = line.slice(colon + 1).trim();
  return colon < 0 || !name || !text ? null : { name, ...parseMeasured(text) };
}

export function formatSpecification(row: Specification): string {
  return `${row.name}: ${formatMeasured(row)}`;
}

/** Parses '120 mm' as a measure with its unit, and any other text as a value without one. */
export function parseMeasured(text: string): Pick<Specification, 'value' | 'unit'> {
  const space = text.lastIndexOf(' ');
  const unit = SPECIFICATION_UNITS.find((known) => known === text.slice(space + 1));
  const value = text.slice(0, Math.max(0, space)).trim();
  return unit && isMeasure(value) ? { value, unit } : { value: text, unit: '' };
}

export function formatMeasured({ value, unit }: Pick<Specification, 'value' | 'unit'>): string {
  return unit ? `${value} ${unit}` : value;
}

/** Parses '12.5 kg' as a weight. Null for any other text. */
export function parseWeight(text: string): Weight | null {
  const [, typed = '', unitText] = /^(\d+(?:[.,]\d+)?)\s*([a-z]+)$/i.exec(text.trim()) ?? [];
  const unit = WEIGHT_UNITS.find((known) => known === unitText?.toLowerCase());
  const value = Number(readDecimalComma(typed));
  return unit && value > 0 ? { value, unit } : null;
}

export function formatWeight({ value, unit }: Weight): string {
  return `${value} ${unit}`;
}

const NUMBER = '(\\d+(?:[.,]\\d+)?)';
const SIZE = new RegExp(`^${[NUMBER, NUMBER, NUMBER].join('\\s*[x×]\\s*')}\\s*([a-z]+)$`, 'i');

/** Parses '300 x 150.5 x 180 mm' as a size. Null for any other text. */
export function parseSize(text: string): Size | null {
  const [, length = '', width = '', height = '', unitText] = SIZE.exec(text.trim()) ?? [];
  const unit = LENGTH_UNITS.find((known) => known === unitText?.toLowerCase());
  const [l = 0, w = 0, h = 0] = [length, width, height].map((typed) => Number(readDecimalComma(typed)));
  return unit && l > 0 && w > 0 && h > 0 ? { length: l, width: w, height: h, unit } : null;
}

export function formatSize({ length, width, height, unit }: Size): string {
  return `${length} x ${width} x ${height} ${unit}`;
}

/** Parses a related tool as people type it: 'Spare part: HM-BP24'. Null if the first word is not a relation. */
export function parseRelation(line: string): { kind: RelationKind; sku: string } | null {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon).trim().toLowerCase();
  const sku = line.slice(colon + 1).trim();
  const kind = RELATION_KINDS.find((known) => toolCopy.related.kinds[known].toLowerCase() === name);
  return colon > 0 && kind && sku ? { kind, sku } : null;
}

export function formatRelation({ kind, sku }: { kind: RelationKind; sku: string }): string {
  return `${toolCopy.related.kinds[kind]}: ${sku}`;
}
