import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const runIn = (cwd: string, command: string, args: readonly string[]) =>
  promisify(execFile)(command, args, { cwd, maxBuffer: 2 ** 26 });
const git = (...args: readonly string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();

/**
 * The version that a rolling upgrade begins with: the last one without the newest migration. If shops of that one must be
 * stopped before the upgrade, which docs/operations/upgrades.md says of some migrations, it is the first one with it, since
 * the two must never run together.
 */
export function findEarlierVersion(): string {
  const [newest = ''] = readdirSync('migrations')
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .sort()
    .reverse();
  const stopping: readonly string[] = readFileSync('docs/operations/upgrades.md', 'utf8').match(/\b0\d{3}\b/g) ?? [];
  const path = `migrations/${newest}`;
  if (stopping.includes(newest.slice(0, 4))) return git('log', '-1', '--format=%h', '--', path);
  const added = git('log', '--diff-filter=A', '--format=%h', '--', path).split('\n').at(-1);
  return git('log', '-1', '--format=%h', `${added}^`);
}

/** Builds a version in a folder of its own, and returns that. A later run finds it there. */
export async function buildVersion(version: string): Promise<string> {
  const commit = git('rev-parse', '--short', `${version}^{commit}`);
  const folder = resolve('artifacts', `version-${commit}`);
  const built = join(folder, '.ready');
  if (existsSync(built)) return folder;
  console.log(`Building the version before, ${commit}`);
  mkdirSync(folder, { recursive: true });
  await runIn('.', 'sh', ['-c', 'git archive "$0" | tar -x -C "$1"', commit, folder]);
  const isSame = ['package-lock.json', 'package.json'].every((file) =>
    readFileSync(file).equals(readFileSync(join(folder, file))),
  );
  if (isSame) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  else await runIn(folder, 'npm', ['ci', '--no-audit', '--no-fund']);
  const build = `import('./scripts/prepare.mjs').then(({ ensureBuilt }) => ensureBuilt())`;
  await runIn(folder, process.execPath, ['--input-type=module', '--eval', build]);
  writeFileSync(built, '');
  return folder;
}
