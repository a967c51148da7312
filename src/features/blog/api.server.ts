import * as z from 'zod';
import { cacheResponse, createApi, defineRoute, jsonResponse, sendFailure } from '#src/platform/api.server.ts';
import { pageQuerySchema } from '#src/shared/list-query.ts';
import { blogSchema } from './contract.ts';
import { getBlogPost, listBlogPosts } from './queries.server.ts';

const listBlogPostsRoute = defineRoute('public', {
  method: 'get',
  path: '/blogs',
  summary: 'The newest posts, oldest of them first',
  request: { query: pageQuerySchema },
  responses: { 200: jsonResponse('At most `limit` posts.', z.array(blogSchema)) },
  errors: [422],
  cacheable: true,
});

const getBlogPostRoute = defineRoute('public', {
  method: 'get',
  path: '/blogs/{id}',
  summary: 'One post',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: jsonResponse('The post.', blogSchema) },
  errors: [404],
  cacheable: true,
});

export const blogApi = createApi()
  .openapi(listBlogPostsRoute, async (c) => {
    const blogs = await listBlogPosts(c.var.db, c.req.valid('query'));
    cacheResponse(c, 'blogs');
    return c.json(blogs, 200);
  })
  .openapi(getBlogPostRoute, async (c) => {
    const found = await getBlogPost(c.var.db, c.req.valid('param').id);
    if (!found.ok) return sendFailure(c, found);
    cacheResponse(c, 'blogs');
    return c.json(found.value, 200);
  });
