import { drillingAndAbrasives } from './trades/drilling-abrasives.ts';
import { electrical } from './trades/electrical.ts';
import { fasteners } from './trades/fasteners.ts';
import { garden } from './trades/garden.ts';
import { handTools } from './trades/hand-tools.ts';
import { measuring } from './trades/measuring.ts';
import { pliersAndCutting } from './trades/pliers-cutting.ts';
import { plumbing } from './trades/plumbing.ts';
import { powerTools } from './trades/power-tools.ts';
import { safetyCarsAndPaint } from './trades/safety-cars-paint.ts';
import { workshop } from './trades/workshop.ts';

/** A property in which tools of a kind differ. `unit` may be `"`, for fractions of an inch. */
export interface Attribute {
  key: string;
  name: string;
  unit: string;
  values: readonly string[];
}

/** A kind of tool, such as a claw hammer. */
export interface Kind {
  id: string;
  name: string;
  category: string;
  /** `{n}` stands for the name, `{key}` for the value of an attribute. */
  template: string;
  attributes: readonly Attribute[];
  /** Kinds that buyers would accept instead of this one, and the other way around. */
  near: ReadonlySet<string>;
  /** Spare parts and accessories, which are sold separately. */
  accessories: readonly string[];
  sentences: readonly string[];
}

/*
 * The notation of a kind, between blank lines:
 *   id: Name [Category]
 *   = template
 *   @ key Name of the attribute (unit): value, value
 *   ~ ids of near kinds
 *   + accessory; accessory
 *   > What it is. Sentence by sentence.
 */
function parseKind(block: string): Omit<Kind, 'near'> & { near: string[] } {
  const [head = '', ...lines] = block.split('\n');
  const [, id = '', name = '', category = ''] = /^([a-z0-9-]+): (.+) \[(.+)\]$/.exec(head) ?? [];
  if (!id) throw new Error(`this is not the head of a kind: ${head}`);
  const find = (mark: string) => lines.filter((line) => line.startsWith(`${mark} `)).map((line) => line.slice(2));
  return {
    id,
    name,
    category,
    template: find('=')[0] ?? '{n}',
    attributes: find('@').map(parseAttribute),
    near: find('~').flatMap((line) => line.split(' ')),
    accessories: find('+').flatMap((line) => line.split('; ')),
    sentences: find('>').flatMap((line) => line.split(/(?<=\.) /)),
  };
}

function parseAttribute(line: string): Attribute {
  const [, key = '', name = '', unit = '', values = ''] = /^(\w) (.+?)(?: \(([^)]+)\))?: (.+)$/.exec(line) ?? [];
  if (!key) throw new Error(`this is no attribute: ${line}`);
  return { key, name, unit, values: values.split(', ') };
}

function parseKinds(...trades: string[]): Kind[] {
  const parsed = trades.flatMap((trade) => trade.trim().split('\n\n')).map(parseKind);
  const near = new Map(parsed.map(({ id }) => [id, new Set<string>()]));
  for (const kind of parsed) {
    for (const other of kind.near) {
      const others = near.get(other);
      if (!others) throw new Error(`${kind.id} is near ${other}, which is no kind`);
      others.add(kind.id);
      near.get(kind.id)?.add(other);
    }
  }
  return parsed.map((kind) => ({ ...kind, near: near.get(kind.id) ?? new Set() }));
}

export const KINDS: readonly Kind[] = parseKinds(
  handTools,
  pliersAndCutting,
  powerTools,
  drillingAndAbrasives,
  fasteners,
  electrical,
  plumbing,
  measuring,
  workshop,
  garden,
  safetyCarsAndPaint,
);

export const KINDS_BY_ID: ReadonlyMap<string, Kind> = new Map(KINDS.map((kind) => [kind.id, kind]));
