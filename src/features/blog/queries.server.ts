import { desc, eq } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { createdBefore } from '#src/platform/paging.server.ts';
import { identifierSchema } from '#src/shared/identifier.ts';
import type { PageQuery } from '#src/shared/paging.ts';
import { type Outcome, refuse, succeed } from '#src/shared/problem.ts';
import type { Blog } from './contract.ts';
import { blogs } from './tables.server.ts';

/** A page of posts in ascending order of creation. */
export async function listBlogs(db: Queryable, { limit, before }: PageQuery): Promise<Blog[]> {
  const rows = await db.select().from(blogs).where(createdBefore(blogs, before)).orderBy(desc(blogs.seq)).limit(limit);
  return rows.reverse().map(toWireBlog);
}

export async function findBlog(db: Queryable, id: string): Promise<Outcome<Blog>> {
  if (!identifierSchema.safeParse(id).success) return refuse('not_found');
  const [row] = await db.select().from(blogs).where(eq(blogs.id, id)).limit(1);
  return row ? succeed(toWireBlog(row)) : refuse('not_found', { detail: 'There is no such post.' });
}

/** The newest posts' ids and when each was published, newest first. */
export async function selectBlogDates(db: Queryable, limit: number): Promise<{ id: string; createdAt: Date }[]> {
  return db.select({ id: blogs.id, createdAt: blogs.createdAt }).from(blogs).orderBy(desc(blogs.seq)).limit(limit);
}

function toWireBlog(row: typeof blogs.$inferSelect): Blog {
  return {
    _id: row.id,
    author: row.author,
    question: row.question,
    short_description: row.shortDescription,
    detail: row.detail,
    tags: row.tags,
    createdAt: row.createdAt.toISOString(),
  };
}
