import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';

/** Starts a program of the console that does not end by itself, and waits until it runs. */
async function startEndless() {
  const code = `
    import { runConsoleProgram } from '#src/app/console-program.server.ts';
    await runConsoleProgram('usage', (_args, _env, stopped) => new Promise(() => {
      stopped.addEventListener('abort', () => console.log('asked to stop'));
      setInterval(() => {}, 1_000);
      console.log('runs');
    }));`;
  const program = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH ?? '' },
  });
  const ended = once(program, 'exit');
  let output = '';
  program.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await expect.poll(() => output).toBe('runs\n');
  return { program, ended, output: () => output };
}

test('a second signal ends a program of the console at once, but not the copy of a Ctrl-C that its launcher passes on', async () => {
  const { program, ended, output } = await startEndless();
  program.kill('SIGINT');
  await expect.poll(output).toContain('asked to stop');
  program.kill('SIGINT');
  await pause(500);
  expect(program.exitCode).toBeNull();
  program.kill('SIGTERM');
  expect(await ended).toEqual([143, null]);
  expect(output()).toBe('runs\nasked to stop\n');
});
