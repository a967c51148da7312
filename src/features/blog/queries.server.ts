import { desc, eq } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { readList, readRows } from '#src/platform/lists.server.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import type { PageQuery } from '#src/shared/list-query.ts';
import type { ListSlice } from '#src/shared/pagination.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import type { BlogPost } from './contract.ts';
import { blogs } from './tables.server.ts';

/** The newest posts, oldest first. */
export function listBlogPosts(db: Queryable, page: PageQuery): Promise<ListSlice<BlogPost>> {
  return readList(db, page, {
    table: blogs,
    read: async (source, ids) => (await readRows(source, blogs, ids)).map(toWireBlogPost),
  });
}

export async function getBlogPost(db: Queryable, id: string): Promise<Outcome<BlogPost>> {
  if (!identifierSchema.safeParse(id).success) return fail('not_found');
  const [row] = await db.select().from(blogs).where(eq(blogs.id, id)).limit(1);
  return row ? ok(toWireBlogPost(row)) : fail('not_found', { detail: 'There is no such post.' });
}

/** The newest posts' ids and when each was published, newest first. */
export async function listBlogPostDates(db: Queryable, limit: number): Promise<{ id: string; createdAt: Date }[]> {
  return db.select({ id: blogs.id, createdAt: blogs.createdAt }).from(blogs).orderBy(desc(blogs.seq)).limit(limit);
}

function toWireBlogPost(row: typeof blogs.$inferSelect): BlogPost {
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
