import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { acquireInstanceLock } from './instance-lock.server.ts';
import { StartupError } from './startup-error.server.ts';

describe('one shop per data folder', () => {
  let dataDir: string;
  const others: ChildProcess[] = [];

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'lock-'));
  });
  afterEach(() => {
    for (const other of others.splice(0)) other.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function startOtherShop(): Promise<ChildProcess> {
    const other = spawn(
      process.execPath,
      [
        '--input-type=module-typescript',
        '-e',
        `import { acquireInstanceLock } from ${JSON.stringify(new URL('./instance-lock.server.ts', import.meta.url).href)};
         await acquireInstanceLock(${JSON.stringify(dataDir)});
         process.stdout.write('locked');
         setInterval(() => {}, 1000);`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    others.push(other);
    if (other.stdout !== null) await once(other.stdout, 'data');
    return other;
  }

  test('a folder in use is rejected, and the error names the holder', async () => {
    const other = await startOtherShop();
    const refusal = await acquireInstanceLock(dataDir, { timeoutMs: 300 }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartupError);
    expect(String(refusal)).toContain(`process ${other.pid}`);
  });

  test('a start waits for a holder that is stopping', async () => {
    const other = await startOtherShop();
    setTimeout(() => other.kill('SIGTERM'), 400);
    const lock = await acquireInstanceLock(dataDir);
    lock.release();
  });

  test('a killed holder leaves nothing in the way', async () => {
    const other = await startOtherShop();
    other.kill('SIGKILL');
    await once(other, 'exit');
    const lock = await acquireInstanceLock(dataDir, { timeoutMs: 0 });
    lock.release();
  });

  test('a released folder is free at once, and releasing it twice does no harm', async () => {
    const first = await acquireInstanceLock(dataDir, { timeoutMs: 0 });
    await expect(acquireInstanceLock(dataDir, { timeoutMs: 0 })).rejects.toThrow(StartupError);
    first.release();
    first.release();
    const second = await acquireInstanceLock(dataDir, { timeoutMs: 0 });
    second.release();
  });

  test('a folder that cannot be created is explained', async () => {
    await expect(acquireInstanceLock('/dev/null/data', { timeoutMs: 0 })).rejects.toThrow(
      /set DATA_DIR to one that is/,
    );
  });
});
