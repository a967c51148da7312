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

/** The advisory lock of everybody who changes the tree, including the trigger that checks it. */
export const CATEGORY_LOCK_ID = 7_214_030;

/**
 * The tree of categories. A trigger bounds its depth and size and takes a lock, so that two simultaneous moves can't
 * make a category its own ancestor.
 */
export const categories = pgTable(
  'categories',
  {
    id: text().primaryKey(),
    /** Null at the top. */
    parentId: text().references((): AnyPgColumn => categories.id),
    name: text().notNull(),
    /** The category's page. A trigger generates one from the name if none is given. */
    slug: text().notNull().default(''),
    /** The position among its siblings. Siblings with the same position are sorted by name. */
    position: integer().notNull().default(0),
    /** A trigger counts the changes of name, slug and parent. */
    version: integer().notNull().default(1),
    /**
     * False while only admins see it: a tool named it, but it has never had a tool that is not a draft. Triggers keep
     * it.
     */
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

/** Former slugs of categories. Their pages redirect. */
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
 * How many tools on sale a category itself has: the sum of its rows. A trigger of `tools` adds a row whenever a tool
 * comes or goes, so that no two writers wait for each other. A scheduled job adds the rows up.
 */
export const categoryToolCounts = pgTable(
  'category_tool_counts',
  {
    categoryId: text().notNull(),
    delta: integer().notNull(),
  },
  (t) => [index('category_tool_counts_category').on(t.categoryId)],
);
