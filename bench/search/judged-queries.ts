import { type Attribute, KINDS, KINDS_BY_ID, type Kind } from '../range/kinds.ts';
import { MAKERS } from '../range/makers.ts';
import type { Truth } from '../range/range.ts';
import { drillingAndAbrasivesQueries } from './queries/drilling-abrasives.ts';
import { electricalAndPlumbingQueries } from './queries/electrical-plumbing.ts';
import { fastenerQueries } from './queries/fasteners.ts';
import { gardenSafetyAndCarQueries } from './queries/garden-safety-car.ts';
import { handToolQueries } from './queries/hand-tools.ts';
import { pliersAndCuttingQueries } from './queries/pliers-cutting.ts';
import { powerToolQueries } from './queries/power-tools.ts';
import { workshopQueries } from './queries/workshop.ts';

/** A query as a buyer types it, and what it means. */
export interface RangeQuery {
  /** What it tests: plain words, a plural, a synonym, a unit … */
  group: string;
  text: string;
  /** The kinds that are meant. Null means any kind. */
  kinds: ReadonlySet<string> | null;
  /** Kinds that are also acceptable, in addition to near kinds. */
  alternatives: ReadonlySet<string>;
  /** If spare parts or accessories are meant: those, as 'kind+accessory'. */
  accessories: ReadonlySet<string>;
  /** The values that are meant, by attribute. */
  values: ReadonlyMap<string, ReadonlySet<string>>;
  maker: string | null;
  foreign: number | null;
}

/*
 * The notation of a query: group | text | what is meant | attributes
 *         What is meant: ids of kinds, @Category for all its kinds, * for any, or kind+Accessory. ~ marks kinds
 *         that are also acceptable. An underscore is a space.
 *         Attributes: key=value,value; key=value. `maker=Name` and `foreign=index` are attributes, too.
 */
function parseQuery(line: string): RangeQuery {
  const [group = '', text = '', meant = '', attributes = ''] = line.split(' | ');
  const values = new Map(
    attributes === ''
      ? []
      : attributes.split('; ').map((part) => {
          const [key = '', all = ''] = part.split('=');
          return [key, new Set(all.split(','))] as const;
        }),
  );
  const [maker = null] = values.get('maker') ?? [];
  const [foreign] = values.get('foreign') ?? [];
  values.delete('maker');
  values.delete('foreign');
  const words = meant.split(' ').map((word) => word.replaceAll('_', ' '));
  const plain = words.filter((word) => !/[+~]/.test(word));
  const query: RangeQuery = {
    group,
    text,
    kinds: meant === '*' ? null : new Set(plain.flatMap(listKindIds)),
    alternatives: new Set(words.filter((word) => word.startsWith('~')).map((word) => word.slice(1))),
    accessories: new Set(words.filter((word) => word.includes('+'))),
    values,
    maker,
    foreign: foreign === undefined ? null : Number(foreign),
  };
  checkQuery(query);
  return query;
}

function listKindIds(word: string): string[] {
  if (!word.startsWith('@')) return [word];
  return KINDS.filter(({ category }) => category === word.slice(1)).map(({ id }) => id);
}

/** Throws if no range can have what a query means, since a typo in a judgment would put the blame on the engines. */
function checkQuery({ text, kinds, alternatives, accessories, values, maker }: RangeQuery): void {
  const meant = kinds ? [...kinds, ...alternatives].map((id) => KINDS_BY_ID.get(id)) : KINDS;
  const known = meant.filter((kind) => kind !== undefined);
  if (known.length < meant.length || (meant.length === 0 && accessories.size === 0))
    throw new Error(`${text}: unknown kind`);
  for (const [key, wanted] of values) {
    const has = (attribute: Attribute) => attribute.key === key && attribute.values.some((value) => wanted.has(value));
    if (!known.some((kind) => kind.attributes.some(has)))
      throw new Error(`${text}: no kind has ${key} of ${[...wanted]}`);
  }
  for (const accessory of accessories) {
    const [kind = '', name = ''] = accessory.split('+');
    if (!KINDS_BY_ID.get(kind)?.accessories.includes(name)) throw new Error(`${text}: no ${accessory}`);
  }
  if (maker !== null && !MAKERS.some(({ name }) => name === maker)) throw new Error(`${text}: unknown maker`);
}

export const RANGE_QUERIES: readonly RangeQuery[] = [
  handToolQueries,
  pliersAndCuttingQueries,
  powerToolQueries,
  drillingAndAbrasivesQueries,
  fastenerQueries,
  electricalAndPlumbingQueries,
  workshopQueries,
  gardenSafetyAndCarQueries,
].flatMap((queries) => queries.trim().split('\n').map(parseQuery));

/**
 * How well a tool matches a query. 3: the right kind with all attributes. 2: a different attribute, or a near kind. 1:
 * it goes with the tool, or is only related. 0: unrelated.
 */
export function gradeTool(query: RangeQuery, truth: Truth): 0 | 1 | 2 | 3 {
  if (query.accessories.size > 0) return gradeForAccessory(query, truth);
  const meets = meetsAttributes(query, truth);
  if (query.kinds === null) return meets && truth.accessory === null ? 3 : 0;
  if (query.kinds.has(truth.kind.id)) {
    if (truth.accessory !== null) return 1;
    return meets ? 3 : 2;
  }
  if (truth.accessory !== null) return 0;
  if (query.alternatives.has(truth.kind.id) || isNear(query.kinds, truth.kind)) return meets ? 2 : 1;
  return isAkin(query.kinds, truth.kind) ? 1 : 0;
}

/** Categories whose kinds have nothing else in common. */
const MIXED = new Set(
  'Protection,Measuring,Garden tools,Garden machines,Car tools,Storage,Plumbing tools,Compressed air,Painting,Connectors'.split(
    ',',
  ),
);

/** Things that are used together: whoever searches for one has some use for the others. */
const USED_TOGETHER: readonly (readonly string[])[] = [
  ['circular-saw', 'cordless-circular-saw', 'table-saw', 'miter-saw', 'plunge-saw', 'circular-saw-blade'],
  ['jigsaw', 'jigsaw-blade'],
  ['reciprocating-saw', 'recip-blade'],
  ['angle-grinder', 'cordless-angle-grinder', 'cutting-disc', 'grinding-disc', 'flap-disc', 'diamond-disc'],
  ['random-orbit-sander', 'sanding-disc'],
  ['belt-sander', 'sanding-belt'],
  ['rotary-hammer', 'sds-plus-drill', 'sds-chisel'],
  ['cordless-drill', 'hammer-drill', 'corded-drill', 'twist-drill', 'masonry-drill', 'wood-drill', 'drill-bit-set'],
  ['impact-driver', 'bit-set', 'phillips-bit', 'torx-bit'],
  ['welder-mig', 'welding-wire'],
  ['welder-stick', 'welding-electrode'],
  ['soldering-iron', 'soldering-station', 'solder-wire'],
  ['nail-gun', 'framing-nail'],
  ['stapler', 'staple'],
  ['rivet-gun', 'blind-rivet'],
  ['caulking-gun', 'silicone'],
  ['grease-gun', 'grease'],
  ['battery', 'charger', 'cordless-drill', 'hammer-drill', 'impact-driver'],
];

function isAkin(kinds: ReadonlySet<string>, kind: Kind): boolean {
  if ([...kind.near].some((id) => isNear(kinds, KINDS_BY_ID.get(id)))) return true;
  if (USED_TOGETHER.some((group) => group.includes(kind.id) && group.some((id) => kinds.has(id)))) return true;
  return !MIXED.has(kind.category) && [...kinds].some((id) => KINDS_BY_ID.get(id)?.category === kind.category);
}

function isNear(kinds: ReadonlySet<string>, kind: Kind | undefined): boolean {
  return kind !== undefined && [...kind.near].some((id) => kinds.has(id));
}

function meetsAttributes({ values, maker, foreign }: RangeQuery, truth: Truth): boolean {
  if (maker !== null && truth.maker.name !== maker) return false;
  if (foreign !== null && truth.foreign !== foreign) return false;
  for (const [key, wanted] of values) if (!wanted.has(truth.values[key] ?? '')) return false;
  return true;
}

/** For an accessory, the same one for another tool is a near match, and the tool that it belongs to is related. */
function gradeForAccessory({ accessories }: RangeQuery, { kind, accessory }: Truth): 0 | 1 | 2 | 3 {
  if (accessory !== null && accessories.has(`${kind.id}+${accessory}`)) return 3;
  const meant = [...accessories].map((one) => one.split('+'));
  if (meant.some(([, name]) => name === accessory)) return 2;
  return meant.some(([id]) => id === kind.id) ? 1 : 0;
}
