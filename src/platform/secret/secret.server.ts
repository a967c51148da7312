import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The shop's secret: as configured, or generated once and stored in the data folder, readable only by its owner. */
export function readShopSecret(configured: string | undefined, dataDir: string): string {
  if (configured) return configured;
  const file = join(dataDir, 'secret');
  const stored = readStored(file);
  if (stored) return stored;
  mkdirSync(dataDir, { recursive: true });
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    // Linking never replaces a file: if two processes start at once, one creates the secret and both read it.
    linkSync(temporary, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  const made = readStored(file);
  if (!made) throw new Error(`${file} contains no secret`);
  return made;
}

function readStored(file: string): string | null {
  try {
    const stored = readFileSync(file, 'utf8').trim();
    return stored.length >= 32 ? stored : null;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** A separate key for one purpose, the same in every process that knows the secret. */
export function deriveKey(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('hex');
}
