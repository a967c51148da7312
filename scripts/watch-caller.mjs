// @ts-check
import { readFileSync } from 'node:fs';

/**
 * Calls `onGone` when the npm that called this script is gone. A killed npm cannot pass on a signal.
 * @param {() => void} onGone
 */
export function watchCaller(onGone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const caller = process.ppid;
  // There may be a shell between npm and this script, and the shell outlives npm.
  const above = isShell(caller) ? readParent(caller) : undefined;
  const timer = setInterval(() => {
    if (process.ppid === caller && (above === undefined || readParent(caller) === above)) return;
    clearInterval(timer);
    onGone();
  }, 100);
  timer.unref();
}

/** @param {number} pid */
function isShell(pid) {
  return /^(ba|da|a|z|k)?sh$|^busybox$/.test(readProc(`/proc/${pid}/comm`).trim());
}

/** @param {number} pid */
function readParent(pid) {
  const afterName = readProc(`/proc/${pid}/stat`).split(') ').at(-1);
  return afterName?.split(' ')[1];
}

/** @param {string} path */
function readProc(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
