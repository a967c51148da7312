import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A digest of each file below a folder: two of them are equal while no byte of it changes. */
export function readFolderContent(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [path, createHash('sha256').update(readFileSync(path)).digest('hex')];
    }),
  );
}

/** Gives the stopped database of a data folder the rules of the versions that let its superuser in. */
export function writeOlderRules(dataDir: string): void {
  const rules = 'local all all scram-sha-256\nhost all all 127.0.0.1/32 scram-sha-256\n';
  writeFileSync(join(dataDir, 'postgres/pg_hba.conf'), rules);
}
