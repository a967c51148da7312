// @ts-check
// A stage of `npm test` that checks what no linter does: the subjects of commits and the cost of regular expressions.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkCommits } from './check-commits.mjs';
import { checkPatterns } from './check-patterns.mjs';
import { root } from './processes.mjs';

const FOLDERS = ['bench', 'docs', 'scripts', 'src', 'tests'];

const paths = listFiles();
const findings = [...checkCommits(), ...checkPatterns(paths)];
for (const finding of findings) console.log(finding);
process.exitCode = findings.length > 0 ? 1 : 0;

/** The files under version control, or without version control all files in the project's own folders. */
function listFiles() {
  try {
    const listed = execFileSync('git', ['ls-files'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return listed.split('\n').filter((path) => path !== '' && existsSync(join(root, path)));
  } catch {
    return FOLDERS.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(root.length)),
    );
  }
}
