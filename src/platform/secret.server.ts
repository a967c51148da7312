import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The shop's secret: as given, or made once and kept in the data folder, readable by its owner only. */
export function readShopSecret(given: string | undefined, dataDir: string): string {
  if (given) return given;
  const file = join(dataDir, 'secret');
  const kept = readKept(file);
  if (kept) return kept;
  mkdirSync(dataDir, { recursive: true });
  const aside = `${file}.${process.pid}`;
  writeFileSync(aside, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true });
  try {
    // A link never replaces: of two processes that start at once, one makes the secret and both read it.
    linkSync(aside, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(aside, { force: true });
  }
  const made = readKept(file);
  if (!made) throw new Error(`${file} holds no secret`);
  return made;
}

function readKept(file: string): string | null {
  try {
    const kept = readFileSync(file, 'utf8').trim();
    return kept.length >= 32 ? kept : null;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** A key of its own for one purpose, the same in every process that knows the secret. */
export function deriveKey(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('hex');
}
