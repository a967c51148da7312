import * as z from 'zod';
import { answer, call, createApi, keep, sendRefusal } from '#src/platform/api.server.ts';
import { pageQuerySchema } from '#src/shared/paging.ts';
import { blogSchema } from './contract.ts';
import { findBlog, listBlogs } from './queries.server.ts';

const getBlogs = call('public', {
  method: 'get',
  path: '/blogs',
  summary: 'The newest posts, oldest of them first',
  request: { query: pageQuerySchema },
  responses: { 200: answer('At most `limit` posts.', z.array(blogSchema)) },
  refusals: [422],
});

const getBlog = call('public', {
  method: 'get',
  path: '/blogs/{id}',
  summary: 'One post',
  request: { params: z.object({ id: z.string() }) },
  responses: { 200: answer('The post.', blogSchema) },
  refusals: [404],
});

export const blogApi = createApi()
  .openapi(getBlogs, async (c) => {
    const blogs = await listBlogs(c.var.db, c.req.valid('query'));
    keep(c, 'blogs');
    return c.json(blogs, 200);
  })
  .openapi(getBlog, async (c) => {
    const found = await findBlog(c.var.db, c.req.valid('param').id);
    if (!found.ok) return sendRefusal(c, found);
    keep(c, 'blogs');
    return c.json(found.value, 200);
  });
