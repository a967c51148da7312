import * as z from 'zod';
import { TOTAL_HEADER } from '#src/shared/pagination.ts';

export function jsonContent<S>(schema: S) {
  return { content: { 'application/json': { schema } } } as const;
}

/** The body that a request must have. */
export function jsonBody<S>(schema: S) {
  return { required: true, ...jsonContent(schema) } as const;
}

/**
 * The file that a request must have, in a form field. More of its schema may follow. It is no zod schema, which would
 * read the whole body into memory.
 */
export function fileBody(field: string, more: { required?: string[] } = {}) {
  const schema = { type: 'object', ...more, properties: { [field]: { type: 'string', format: 'binary' } } } as const;
  return { required: true, content: { 'multipart/form-data': { schema } } } as const;
}

const listHeaders = z.object({
  [TOTAL_HEADER]: z.string().optional().meta({
    description:
      'With `q`, `state`, `sort` or `page`: the number of entries on all pages; `10000+` for more than 10,000.',
  }),
  Link: z
    .string()
    .optional()
    .meta({ description: 'With rel="next": the URL of the next page. For a plain list, that page has older entries.' }),
});

/** Declares the response of a list that can also be searched and paged. */
export function listResponse<S>(description: string, schema: S) {
  return { ...jsonResponse(description, schema), headers: listHeaders } as const;
}

export function jsonResponse<S>(description: string, schema: S) {
  return { description, ...jsonContent(schema) } as const;
}
