import * as z from 'zod';
import { createApi, defineRoute } from '#src/platform/api.server.ts';
import { sendFailure, setCacheTags } from '#src/platform/api-responses.server.ts';
import { jsonResponse } from '#src/platform/api-schemas.server.ts';
import { sendList } from '#src/platform/list-headers.server.ts';
import { idParams } from '#src/shared/field-schemas.ts';
import { plainListQuerySchema } from '#src/shared/list-query.ts';
import { blogSchema } from './contract.ts';
import { getBlogPost, listBlogPosts } from './queries.server.ts';

const listBlogPostsRoute = defineRoute('public', {
  method: 'get',
  path: '/blogs',
  summary: 'List the newest blog posts, oldest first',
  request: { query: plainListQuerySchema },
  responses: { 200: jsonResponse('At most `limit` posts.', z.array(blogSchema)) },
  // Pages behind a cursor are not cached: there is no end of them, and they would evict the pages that everybody reads.
  cacheable: ({ searchParams }) => (searchParams.has('cursor') ? null : new URLSearchParams()),
});

const getBlogPostRoute = defineRoute('public', {
  method: 'get',
  path: '/blogs/{id}',
  summary: 'Get a blog post',
  request: { params: idParams },
  responses: { 200: jsonResponse('The post.', blogSchema) },
  cacheable: true,
});

export const blogApi = createApi()
  .openapi(listBlogPostsRoute, async (c) => {
    const page = await listBlogPosts(c.var.db, c.req.valid('query'));
    setCacheTags(c, 'blogs');
    return sendList(c, page);
  })
  .openapi(getBlogPostRoute, async (c) => {
    const post = await getBlogPost(c.var.db, c.req.valid('param').id);
    if (!post.ok) return sendFailure(c, post);
    setCacheTags(c, 'blogs');
    return c.json(post.value, 200);
  });
