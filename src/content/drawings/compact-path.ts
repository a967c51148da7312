/** How many numbers a command takes. */
const LENGTHS = { M: 2, L: 2, H: 1, V: 1, C: 6, S: 4, Q: 4, T: 2, A: 7, Z: 0 } as const;
/** How many of an arc's numbers come before its end point. They are not coordinates. */
const ARC_SHAPE = 5;

const isCommand = (text: string): text is keyof typeof LENGTHS => Object.hasOwn(LENGTHS, text);

/** Tenths as text, without characters that a path does not need: `-.5` for -5. */
const toText = (tenths: number) => String(tenths / 10).replace(/^(-?)0\./, '$1.');

/** A sign separates two numbers, and so does a second decimal point. */
function needsSpace(before: string, next: string): boolean {
  return !next.startsWith('-') && !(next.startsWith('.') && before.includes('.'));
}

/**
 * The same path in fewer bytes: each point is relative to the one before. All numbers of a drawing are tenths, and so
 * are their differences, so every point stays exactly where it was.
 */
export function compactPath(data: string): string {
  const tokens = data.match(/[a-zA-Z]|-?\d*\.?\d+/g) ?? [];
  let [at, name, x, y, startX, startY] = [0, '', 0, 0, 0, 0];
  let [text, written, lastNumber] = ['', '', ''];

  function write(command: string, numbers: readonly string[]): void {
    // Consecutive moves without a command would be read as lines.
    if (command !== written || command === 'm') {
      text += command;
      lastNumber = '-';
    }
    for (const number of numbers) {
      text += (lastNumber !== '-' && needsSpace(lastNumber, number) ? ' ' : '') + number;
      lastNumber = number;
    }
    written = command;
  }

  while (at < tokens.length) {
    if (/[a-zA-Z]/.test(tokens[at] ?? '')) name = tokens[at++] ?? '';
    const command = name.toUpperCase();
    if (!isCommand(command)) throw new Error(`No command of a path: ${name}`);
    const numbers = tokens.slice(at, at + LENGTHS[command]).map((token) => Math.round(Number(token) * 10));
    if (numbers.length < LENGTHS[command] || numbers.some(Number.isNaN)) throw new Error('A path ends too early.');
    at += numbers.length;
    const [baseX, baseY] = name === command ? [0, 0] : [x, y];
    if (command === 'Z') {
      write('z', []);
      // Another contour follows.
      [x, y, written] = [startX, startY, ''];
    } else if (command === 'H' || command === 'V') {
      const [value = 0] = numbers;
      const [toX, toY] = command === 'H' ? [value + baseX, y] : [x, value + baseY];
      write(command.toLowerCase(), [toText(command === 'H' ? toX - x : toY - y)]);
      [x, y] = [toX, toY];
    } else {
      const shape = command === 'A' ? numbers.slice(0, ARC_SHAPE) : [];
      const points = numbers.slice(shape.length).map((value, i) => value + (i % 2 ? baseY : baseX));
      const [toX = 0, toY = 0] = points.slice(-2);
      const relative = points.map((value, i) => toText(value - (i % 2 ? y : x)));
      if (command === 'L' && toY === y) write('h', relative.slice(0, 1));
      else if (command === 'L' && toX === x) write('v', relative.slice(1));
      else write(text === '' ? 'M' : command.toLowerCase(), [...shape.map(toText), ...relative]);
      [x, y] = [toX, toY];
      if (command === 'M') {
        [startX, startY] = [x, y];
        // Points that follow a move without a command are lines.
        name = name === 'm' ? 'l' : 'L';
      }
    }
  }
  return text;
}
