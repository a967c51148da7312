import { html } from 'hono/html';

interface Operation {
  summary?: string;
  description?: string;
  security?: unknown[];
  'x-access'?: string;
  parameters?: { name: string; in: string; required?: boolean; description?: string }[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: unknown }> }>;
}

interface Document {
  info: { title: string; description?: string };
  paths?: Record<string, unknown>;
  components?: { schemas?: Record<string, unknown> };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Renders the OpenAPI document as one page, without scripts and without anything from other servers. */
export function renderApiDocs(document: object) {
  const { info, paths = {}, components } = document as Document;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = (item as Record<string, Operation>)[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${info.title} API</title>
    <link rel="stylesheet" href="/api-docs.css" />
  </head>
  <body>
    <main>
      <h1>${info.title} API</h1>
      <p>${withoutTicks(info.description)}</p>
      <p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p>
      <nav aria-label="Calls">
        <ul>
          ${operations.map(({ path, method }) => html`<li><a href="#${anchor(method, path)}"><b>${method.toUpperCase()}</b> ${path}</a></li>`)}
        </ul>
      </nav>
      ${operations.map(({ path, method, operation }) => renderOperation(path, method, operation))}
      <h2 id="schemas">Schemas</h2>
      ${Object.entries(components?.schemas ?? {}).map(([name, schema]) => html`<h3 id="${name}">${name}</h3><pre>${pretty(schema)}</pre>`)}
    </main>
  </body>
</html>`;
}

function renderOperation(path: string, method: string, operation: Operation) {
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  return html`<section id="${anchor(method, path)}">
    <h2><b>${method.toUpperCase()}</b> /api${path}</h2>
    <p>${withoutTicks(operation.summary)} <i>(${operation['x-access'] ?? 'public'})</i></p>
    ${operation.description ? html`<p>${withoutTicks(operation.description)}</p>` : ''}
    ${
      operation.parameters?.length
        ? html`<ul>${operation.parameters.map((p) => html`<li><code>${p.name}</code> in ${p.in}${p.required ? ', required' : ''}${p.description ? `: ${withoutTicks(p.description)}` : ''}</li>`)}</ul>`
        : ''
    }
    ${bodies.map(([type, { schema }]) => html`<p>Body, ${type}:</p><pre>${pretty(schema)}</pre>`)}
    <ul>
      ${Object.entries(operation.responses ?? {}).map(([status, response]) => {
        const schema = Object.values(response.content ?? {})[0]?.schema;
        return html`<li><b>${status}</b> ${withoutTicks(response.description)}${schema && Number(status) < 300 ? html`<pre>${pretty(schema)}</pre>` : ''}</li>`;
      })}
    </ul>
  </section>`;
}

/** Descriptions are Markdown for other readers of the document. The only Markdown in them is code marks. */
function withoutTicks(text: string | undefined): string {
  return (text ?? '').replaceAll('`', '');
}

function anchor(method: string, path: string): string {
  return `${method}-${path.replaceAll(/[^\w]+/g, '-')}`;
}

function pretty(schema: unknown): string {
  return JSON.stringify(schema, null, 2) ?? '';
}
