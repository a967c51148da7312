// @ts-check
// Plain JavaScript, since the launcher shows its steps before anything is installed, on any version of Node.

/**
 * The stream on which the steps are shown.
 * @type {NodeJS.WriteStream}
 */
let output = process.stdout;

/** Shows steps on standard error, for commands whose standard output is read by programs. */
export function showStepsOnStderr() {
  output = process.stderr;
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/**
 * Runs `work` as one visible step. A terminal shows one line with the elapsed time, updated until the step is done.
 * Other streams get one line at the start and one with the duration at the end. Returns or throws what `work` does.
 * @template T
 * @param {string} title
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  const live = output.isTTY === true;
  let frame = 0;
  const draw = () => {
    const passed = seconds() < 1 ? '' : `  ${Math.floor(seconds())} s`;
    output.write(`\r\x1b[K${frames[frame++ % frames.length]} ${title}${passed}`);
  };
  if (live) draw();
  else output.write(`· ${title}\n`);
  const timer = live ? setInterval(draw, 100) : undefined;
  /** @param {string} mark */
  const settle = (mark) => {
    clearInterval(timer);
    output.write(`${live ? '\r\x1b[K' : ''}${mark} ${title}  ${seconds().toFixed(1)} s\n`);
  };
  try {
    const result = await work();
    settle('✓');
    return result;
  } catch (error) {
    settle('✗');
    throw error;
  }
}
