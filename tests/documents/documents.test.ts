import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ENV_KEYS, parseEnv } from '#src/platform/env/env.server.ts';

const read = (path: string) => readFileSync(path, 'utf8');

/** The files of the repository, committed or not. */
const listFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((path) => path && existsSync(path));

test('.env.example documents exactly the environment variables that exist', () => {
  const documented = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]);
  expect([...documented].sort()).toEqual([...ENV_KEYS].sort());
});

test('.env.example is a valid environment without changes', () => {
  const lines = [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)];
  const reading = parseEnv(Object.fromEntries(lines.map((match) => [match[1], match[2]])));
  expect(reading.ok).toBe(true);
});

test('every test named in docs/specification.md exists', () => {
  const named = [...read('docs/specification.md').matchAll(/`((?:src|tests|scripts)\/[^`]+\.test\.tsx?)`/g)].map(
    (match) => match[1] ?? '',
  );
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((path) => !existsSync(path))).toEqual([]);
});

test('every test named in the access matrix exists', () => {
  const named = read('tests/integration/access-matrix.ts').match(/[\w-]+\.test\.ts/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  const known = new Set(globSync('tests/*/*.test.ts').map((path) => basename(path)));
  expect([...new Set(named)].filter((name) => !known.has(name))).toEqual([]);
});

/** The documents that describe the current code. Decisions and the changelog describe the past. */
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync('docs/**/*.md').filter((path) => !path.startsWith('docs/decisions/')),
].filter((path) => existsSync(path));

test('every file named in the documents exists', () => {
  const missing: string[] = [];
  for (const document of documents) {
    for (const [, path = ''] of read(document).matchAll(
      /`((?:src|tests|scripts|docs|bench|migrations|app|api|routes|flows|features|platform|shared|content|seed)\/[^`*{}<>\s]+)`/g,
    )) {
      if (!existsSync(path) && !existsSync(`src/${path}`)) missing.push(`${document}: ${path}`);
    }
  }
  expect(missing).toEqual([]);
});

/** Files that only a build creates. */
const BUILT = ['image-process.js'];

test('every file that a document names by the end of its path exists', () => {
  const files = listFiles().map((path) => `/${path}`);
  const missing: string[] = [];
  let named = 0;
  for (const document of documents) {
    for (const [, name = ''] of read(document).matchAll(/`([\w.@-][\w.@/-]*\.(?:tsx?|m?js|json|sql|md|css|yml))`/g)) {
      named += 1;
      if (!BUILT.includes(name) && !files.some((path) => path.endsWith(`/${name}`)))
        missing.push(`${document}: ${name}`);
    }
  }
  expect(named).toBeGreaterThan(500);
  expect(missing).toEqual([]);
});

test('every link in a document leads to a file that exists', () => {
  const broken: string[] = [];
  for (const document of documents) {
    for (const [, target = ''] of read(document).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)) {
      if (!existsSync(join(dirname(document), target))) broken.push(`${document}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
});

test('the glossary stays short enough to be read', () => {
  const terms = [...read('docs/glossary.md').matchAll(/^\| (?!term \|)/gm)];
  expect(terms.length).toBeGreaterThan(20);
  expect(terms.length).toBeLessThanOrEqual(50);
});

test('the repository contains no secret and no key of a hosted system', () => {
  const patterns = [
    /sk_live_\w+/,
    /whsec_[A-Za-z0-9]{20,}/,
    /AKIA[0-9A-Z]{16}/,
    /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
    /AIza[0-9A-Za-z_-]{35}/,
  ];
  const found = listFiles().filter((file) => patterns.some((pattern) => pattern.test(read(file))));
  expect(found).toEqual([]);
});
