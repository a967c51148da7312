import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const FOLDER = 'artifacts/lighthouse';
const VERSION = '13.5.0';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const run = promisify(execFile);

/**
 * Returns the four scores of a page, from 0 to 100, in the order of `CATEGORIES`. Installs Lighthouse on the first
 * call.
 */
export async function judgeByLighthouse(url: string, chromium: string): Promise<number[]> {
  mkdirSync(FOLDER, { recursive: true });
  const program = `${FOLDER}/node_modules/lighthouse/cli/index.js`;
  if (!existsSync(program)) await run('npm', ['install', '--no-save', '--prefix', FOLDER, `lighthouse@${VERSION}`]);
  const output = `${FOLDER}/report.json`;
  const flags = ['--quiet', '--output=json', `--output-path=${output}`, '--chrome-flags=--headless --no-sandbox'];
  await run(process.execPath, [program, url, ...flags], { env: { ...process.env, CHROME_PATH: chromium } });
  const { categories } = JSON.parse(readFileSync(output, 'utf8')) as { categories: Record<string, { score: number }> };
  return CATEGORIES.map((category) => Math.round((categories[category]?.score ?? 0) * 100));
}
