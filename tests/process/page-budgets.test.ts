import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningShop, removeDataDir, startShop } from '#tests/support/running-shop.ts';
import { copyUsedDataDir } from '#tests/support/used-data-dir.ts';

const MAX_HTML_BYTES = 20_480;
const MAX_STYLE_BYTES = 12_288;
const MAX_EARLY_SCRIPT_BYTES = 4_096;
const MAX_SCRIPT_BYTES = 130_000;
const MAX_FILES = 14;

/** A page as the browser gets it. */
interface LoadedPage {
  policy: string;
  /** The size of its response in bytes. Null if it is not compressed. */
  compressedSize: number | null;
  /** Its HTML without the content of the inline style. */
  html: string;
  style: string;
  /** All inline scripts that run, and the module script that is stored as text. */
  scripts: string[];
  earlyScript: string;
  /** The addresses of the files that hydrate it, in order. The entry is last. */
  files: string[];
}

let shop: RunningShop;
let blogPath: string;
const sizes = new Map<string, Promise<number>>();

beforeAll(async () => {
  shop = await startShop({ dataDir: await copyUsedDataDir() });
  const [blog] = (await (await fetch(`${shop.origin}/api/blogs`)).json()) as { _id: string }[];
  blogPath = `/blog/${blog?._id}`;
});
afterAll(async () => {
  await shop.stop();
  removeDataDir(shop.dataDir);
});

describe.each(['/home', '/tools', '/tools/grinding-wheel-200-x-25-x-32-mm-wa60k', '/blog/{id}', '/signIn', '/about'])(
  '%s',
  (path) => {
    let page: LoadedPage;
    beforeAll(async () => {
      page = await load(path === '/blog/{id}' ? blogPath : path);
    });

    test('has little HTML, style and early script', () => {
      expect(page.compressedSize).toBeLessThanOrEqual(MAX_HTML_BYTES + MAX_STYLE_BYTES);
      expect(toBrotliSize(page.html)).toBeLessThanOrEqual(MAX_HTML_BYTES);
      expect(page.style.length).toBeGreaterThan(10_000);
      expect(toBrotliSize(page.style)).toBeLessThanOrEqual(MAX_STYLE_BYTES);
      // A length in `ch` changes with each font that arrives, and everything below it would move.
      expect(page.style).not.toMatch(/\dch\b/);
      expect(page.earlyScript).toContain('page-modules');
      expect(Buffer.byteLength(page.earlyScript)).toBeLessThanOrEqual(MAX_EARLY_SCRIPT_BYTES);
    });

    test('requests no script, style or font before it is painted', () => {
      const tags = page.html.match(/<(script|link)\b[^>]*>/g) ?? [];
      const early = /^<script[^>]* src=|rel="(modulepreload|stylesheet)"|rel="preload"[^>]* as="(font|script|style)"/;
      expect(tags.length).toBeGreaterThan(5);
      expect(tags.filter((tag) => early.test(tag))).toEqual([]);
    });

    test('is hydrated by little code in few files, all of which it names', async () => {
      expect(page.files.length).toBeLessThanOrEqual(MAX_FILES);
      expect(page.files.flatMap(listImports).filter((file) => !page.files.includes(file))).toEqual([]);
      const bytes = await Promise.all(page.files.map(getWireSize));
      expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
    });

    test('runs large files before the files that import them, so that each has its own task', () => {
      const { files } = page;
      const late = files.filter((file, index) =>
        listImports(file).some((imported) => isLarge(imported) && files.indexOf(imported) > index),
      );
      expect(files.filter(isLarge).length).toBeGreaterThan(2);
      expect(late).toEqual([]);
    });

    test('has a policy that names exactly its inline scripts and styles', () => {
      const inPolicy = (directive: string) =>
        (new RegExp(`(?:^|; )${directive} ([^;]*)`).exec(page.policy)?.[1] ?? '')
          .split(' ')
          .filter((source) => source !== "'self'");
      expect(inPolicy('script-src').toSorted()).toEqual(page.scripts.map(toSource).toSorted());
      expect(inPolicy('style-src')).toEqual([toSource(page.style)]);
      const tags = page.html.match(/<[a-z][^>]*>/g) ?? [];
      expect(tags.filter((tag) => / (style|on[a-z]+)=/.test(tag.replace(/"[^"]*"/g, '""')))).toEqual([]);
    });
  },
);

test('a page’s files have the headers for files, and none of those for documents', async () => {
  const { files } = await load('/home');
  const { headers } = await fetch(shop.origin + files[0]);
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const useless = ['content-security-policy', 'permissions-policy', 'etag', 'x-request-id'];
  expect(useless.filter((name) => headers.has(name))).toEqual([]);
});

function isLarge(file: string): boolean {
  return statSync(`build/client${file}`).size > 9_000;
}

async function load(path: string): Promise<LoadedPage> {
  const response = await fetch(shop.origin + path, { headers: { accept: 'text/html', 'accept-encoding': 'br' } });
  const document = await response.text();
  const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(document) ?? [];
  const elements = [...document.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)].map(
    ([, attributes = '', code = '']) => ({ attributes, code }),
  );
  // Structured data for search engines does not run.
  const scripts = elements.filter(({ attributes }) => !attributes.includes('application/ld+json'));
  const modules = elements.find(({ attributes }) => attributes.includes('type="text/plain"'));
  const preloads = /data-preloads="([^"]*)"/.exec(modules?.attributes ?? '')?.[1]?.split(' ') ?? [];
  const [, entry = ''] = /\bimport\("([^"]+)"\)/.exec(modules?.code ?? '') ?? [];
  return {
    policy: response.headers.get('content-security-policy') ?? '',
    compressedSize:
      response.headers.get('content-encoding') === 'br' ? Number(response.headers.get('content-length')) : null,
    html: document.replace(style, ''),
    style,
    scripts: scripts.map(({ code }) => code),
    earlyScript: scripts[0]?.code ?? '',
    files: [...preloads, entry],
  };
}

/** Lists the files that a file waits for: those in `import … from`, but not those in `import(…)`. */
function listImports(file: string): string[] {
  const code = readFileSync(`build/client${file}`, 'utf8');
  return [...code.matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g)].map(([, name]) => `/assets/${name}`);
}

/** Returns the size of a file's response in bytes, with the compression that browsers request. */
function getWireSize(file: string): Promise<number> {
  const size =
    sizes.get(file) ??
    fetch(shop.origin + file, { headers: { 'accept-encoding': 'br' } }).then(async (response) => {
      await response.arrayBuffer();
      return response.ok ? Number(response.headers.get('content-length') ?? Number.NaN) : Number.NaN;
    });
  sizes.set(file, size);
  return size;
}

/** Compresses a text as the server compresses pages. */
function toBrotliSize(text: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  return brotliCompressSync(text, { params }).length;
}

function toSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
