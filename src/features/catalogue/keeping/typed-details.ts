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

/** A row as people type it: 'Jaw width: 120 mm'. A measure before a known unit has that unit; all else is text. */
export function parseSpecification(line: string): Specification | null {
  const colon = line.indexOf(':');
  const name = line.slice(0, colon).trim();
  const text = line.slice(colon + 1).trim();
  return colon < 0 || !name || !text ? null : { name, ...parseMeasured(text) };
}

export function formatSpecification(row: Specification): string {
  return `${row.name}: ${formatMeasured(row)}`;
}

/** '120 mm' as a measure with its unit; any other text without one. */
export function parseMeasured(text: string): Pick<Specification, 'value' | 'unit'> {
  const space = text.lastIndexOf(' ');
  const unit = SPECIFICATION_UNITS.find((known) => known === text.slice(space + 1));
  const value = text.slice(0, Math.max(0, space)).trim();
  return unit && isMeasure(value) ? { value, unit } : { value: text, unit: '' };
}

export function formatMeasured({ value, unit }: Pick<Specification, 'value' | 'unit'>): string {
  return unit ? `${value} ${unit}` : value;
}

/** '12.5 kg' as a weight; null where it is none. */
export function parseWeight(text: string): Weight | null {
  const [, value, unitText] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(text.trim()) ?? [];
  const unit = WEIGHT_UNITS.find((known) => known === unitText?.toLowerCase());
  return unit && Number(value) > 0 ? { value: Number(value), unit } : null;
}

export function formatWeight({ value, unit }: Weight): string {
  return `${value} ${unit}`;
}

const NUMBER = '(\\d+(?:\\.\\d+)?)';
const SIZE = new RegExp(`^${[NUMBER, NUMBER, NUMBER].join('\\s*[x×]\\s*')}\\s*([a-z]+)$`, 'i');

/** '300 x 150.5 x 180 mm' as a size; null where it is none. */
export function parseSize(text: string): Size | null {
  const [, length, width, height, unitText] = SIZE.exec(text.trim()) ?? [];
  const unit = LENGTH_UNITS.find((known) => known === unitText?.toLowerCase());
  const [l, w, h] = [Number(length), Number(width), Number(height)];
  return unit && l > 0 && w > 0 && h > 0 ? { length: l, width: w, height: h, unit } : null;
}

export function formatSize({ length, width, height, unit }: Size): string {
  return `${length} x ${width} x ${height} ${unit}`;
}

/** A related tool as people type it: 'Spare part: HM-BP24'. Null where the first word is no relation. */
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
