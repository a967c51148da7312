import { bigint, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { BlogDetail } from './contract.ts';

export const blogs = pgTable('blogs', {
  id: text().primaryKey(),
  seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
  author: text().notNull(),
  question: text().notNull(),
  shortDescription: text().notNull(),
  detail: jsonb().$type<BlogDetail[]>().notNull(),
  tags: text().array().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
