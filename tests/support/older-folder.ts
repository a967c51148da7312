import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns a digest of each file in a folder, to check that nothing changes. */
export function readFolderContent(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path, createHash('sha256').update(readFileSync(path)).digest('hex')];
    }),
  );
}

/** Gives a stopped database the access rules of older versions, which allowed its superuser to connect. */
export function writeOlderRules(dataDir: string): void {
  const rules = 'local all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n';
  writeFileSync(join(dataDir, 'postgres/pg_hba.conf'), rules);
}
