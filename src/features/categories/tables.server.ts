import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

/** Whoever changes the tree holds it, as the trigger that checks the tree does. */
export const CATEGORY_LOCK_ID = 7_214_030;

/**
 * The tree of categories. A trigger keeps it a tree of bounded depth and size, under one lock: two moves at once cannot
 * make a category its own ancestor.
 */
export const categories = pgTable(
  'categories',
  {
    id: text().primaryKey(),
    /** Null at the top. */
    parentId: text().references((): AnyPgColumn => categories.id),
    name: text().notNull(),
    /** Of its page. A trigger makes one of its name where none was given. */
    slug: text().notNull().default(''),
    /** Among its siblings; those of one position are in order of their names. */
    position: integer().notNull().default(0),
    /** A trigger counts changes of name, slug and parent. */
    version: integer().notNull().default(1),
    /** False while only admins see it: a tool named it, and none that is no draft was in it. Triggers keep it. */
    public: boolean().notNull().default(true),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('categories_name').on(sql`coalesce(${t.parentId}, '')`, sql`lower(${t.name})`),
    uniqueIndex('categories_slug').on(t.slug),
    index('categories_parent').on(t.parentId),
    check('categories_name_plain', sql`${t.name} <> '' and position('>' in ${t.name}) = 0`),
  ],
);

/** Slugs that categories had before. Their pages redirect. */
export const formerCategorySlugs = pgTable(
  'former_category_slugs',
  {
    slug: text().primaryKey(),
    categoryId: text()
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
  },
  (t) => [index('former_category_slugs_category').on(t.categoryId)],
);

/**
 * How many tools on sale a category has itself: the sum of its rows. A trigger of `tools` adds a row for each that comes
 * or goes: so no two writers wait for each other. A scheduled job folds them.
 */
export const categoryToolCounts = pgTable(
  'category_tool_counts',
  {
    categoryId: text().notNull(),
    delta: integer().notNull(),
  },
  (t) => [index('category_tool_counts_category').on(t.categoryId)],
);
