import { blogs } from '#src/features/blog/tables.server.ts';
import { addTool } from '#src/features/catalogue/keeping/add-tool.server.ts';
import { refreshToolSearch } from '#src/features/catalogue/search/index-tools.server.ts';
import type { ToolRelation } from '#src/features/catalogue/tool/kinds.ts';
import type { Maker, Size, Specification, Weight } from '#src/features/catalogue/tool/rules.ts';
import { addMessage, addQuote } from '#src/features/enquiries/queries.server.ts';
import { exemptionFiles, exemptions } from '#src/features/exemptions/tables.server.ts';
import { users } from '#src/features/identity/tables.server.ts';
import { reviews } from '#src/features/reviews/tables.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { minorToNumber } from '#src/shared/money.ts';
import { EMPTY_PLAIN_FIELDS, type PlainValues } from '#src/shared/tool-fields/plain-fields.ts';

// Factories for the demo shop and the tests. Each stores a complete, valid row; any field may be overridden.

export interface ToolFields extends PlainValues {
  itemName: string;
  about: string;
  unitPriceMinor: number;
  quantity: number;
  minOrderQuantity: number;
  picture: string;
  sku: string;
  packMultiple: number;
  maxOrderQuantity: number | null;
  reorderLevel: number | null;
  volumePrices: { quantity: number; unitPrice: number }[];
  state: 'draft' | 'on_sale';
  slug: string;
  specifications: Specification[];
  weight: Weight | null;
  size: Size | null;
  maker: Maker | null;
  pictures: string[];
  relations: ToolRelation[];
  /** A name or a path. */
  category: string;
}

/** Stores a tool with its initial stock; returns its id. */
export async function seedTool(db: Queryable, fields: Partial<ToolFields> = {}): Promise<string> {
  const { unitPriceMinor = 1890, ...rest } = fields;
  const added = await addTool(
    db,
    {
      itemName: `Claw hammer ${newIdentifier().slice(0, 6)}`,
      about: 'Forged head of C45 steel on a hickory handle.',
      quantity: 100,
      minOrderQuantity: 10,
      picture: '/images/drawings/claw-hammer.svg',
      packMultiple: 1,
      maxOrderQuantity: null,
      reorderLevel: null,
      volumePrices: [],
      state: 'on_sale',
      specifications: [],
      weight: null,
      size: null,
      maker: null,
      documents: [],
      relations: [],
      category: '',
      ...EMPTY_PLAIN_FIELDS,
      ...rest,
      balance: minorToNumber(unitPriceMinor),
    },
    'shop',
  );
  if (!added.ok) throw new Error(`the tool was not stored: ${JSON.stringify(added)}`);
  await refreshToolSearch(db);
  return added.value;
}

/** Stores a user without an identity, who cannot sign in; returns the id. */
export async function seedUser(db: Queryable, fields: Partial<typeof users.$inferInsert> = {}): Promise<string> {
  const id = newIdentifier();
  await db.insert(users).values({
    id,
    email: `${id.toLowerCase()}@example.com`,
    displayName: 'Ada Smith',
    emailConfirmed: true,
    ...fields,
  });
  return id;
}

export async function seedReview(
  db: Queryable,
  fields: { userId: string } & Partial<typeof reviews.$inferInsert>,
): Promise<string> {
  const id = newIdentifier();
  await db.insert(reviews).values({
    id,
    displayName: 'Ada Smith',
    image: '/images/monograms/AS.svg',
    company: 'Smith & Daughters',
    designation: 'Owner',
    title: 'Holds its edge',
    rating: 5,
    about: 'Half a year in daily use and still as on the first day.',
    readAt: new Date(),
    ...fields,
  });
  return id;
}

/** A resale certificate for Ohio that waits for a decision. */
export async function seedExemption(
  db: Queryable,
  fields: { userId: string } & Partial<typeof exemptions.$inferInsert>,
): Promise<string> {
  const id = newIdentifier();
  const content = Buffer.from('%PDF-1.4\n%%EOF\n');
  await db.insert(exemptions).values({
    id,
    kind: 'resale',
    certificateNumber: '12-345',
    places: [{ country: 'US', region: 'OH' }],
    bytes: content.length,
    ...fields,
  });
  await db.insert(exemptionFiles).values({ exemptionId: id, content });
  return id;
}

export async function seedBlog(db: Queryable, fields: Partial<typeof blogs.$inferInsert> = {}): Promise<string> {
  const id = newIdentifier();
  await db.insert(blogs).values({
    id,
    author: 'The workshop',
    question: 'How tight is tight enough?',
    shortDescription: 'What a torque wrench tells you, and what it does not.',
    detail: [{ title: 'Begin with the bolt', description: 'Its grade says how much it may be stretched.' }],
    tags: ['torque'],
    ...fields,
  });
  return id;
}

/** Stores a unique quote request; returns its id. */
export async function seedQuote(db: Queryable, fields: Partial<Parameters<typeof addQuote>[1]> = {}): Promise<string> {
  const stored = await addQuote(db, {
    product: 'Claw hammer',
    toolId: null,
    quantity: 12_000,
    message: `By the end of March, in crates. Reference ${newIdentifier()}`,
    name: 'Ada Smith',
    email: 'ada@example.com',
    company: 'Smith & Daughters',
    ...fields,
  });
  return stored ?? '';
}

/** Stores a unique message; returns its id. */
export async function seedMessage(
  db: Queryable,
  fields: Partial<Parameters<typeof addMessage>[1]> = {},
): Promise<string> {
  const stored = await addMessage(db, {
    name: 'Ada Smith',
    email: 'ada@example.com',
    subject: 'The hammer of last week',
    message: `It arrived, and it is splendid. Reference ${newIdentifier()}`,
    ...fields,
  });
  return stored ?? '';
}
