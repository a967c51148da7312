import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ENV_KEYS, parseEnv } from '#src/platform/env/env.server.ts';

const read = (path: string) => readFileSync(path, 'utf8');

test('.env.example documents every key of the environment, and no other', () => {
  const documented = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]);
  expect([...documented].sort()).toEqual([...ENV_KEYS].sort());
});

test('.env.example as it stands is a valid environment', () => {
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

test('every file named in the documents exists', () => {
  const missing: string[] = [];
  for (const document of ['README.md', 'docs/architecture.md', 'docs/specification.md', 'docs/operations.md']) {
    for (const [, path = ''] of read(document).matchAll(
      /`((?:src|tests|scripts|docs|bench|migrations)\/[^`*{}\s]+)`/g,
    )) {
      if (!existsSync(path)) missing.push(`${document}: ${path}`);
    }
  }
  expect(missing).toEqual([]);
});

test('the repository contains no secret and no key of a hosted system', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  const patterns = [
    /sk_live_\w+/,
    /whsec_[A-Za-z0-9]{20,}/,
    /AKIA[0-9A-Z]{16}/,
    /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
    /AIza[0-9A-Za-z_-]{35}/,
  ];
  const found = files.filter((file) => existsSync(file) && patterns.some((pattern) => pattern.test(read(file))));
  expect(found).toEqual([]);
});
