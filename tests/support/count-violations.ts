import { execFile } from 'node:child_process';

/** How many invariants do not hold in a running shop, as `npm run verify` finds. */
export function countViolations(dataDir: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production', DATA_DIR: dataDir };
    execFile(process.execPath, ['build/server/verify.js', '--json'], { env }, (_error, out, err) => {
      if (!out) return reject(new Error(err));
      resolve((JSON.parse(out) as { failed: number }).failed);
    });
  });
}
