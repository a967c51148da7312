import { d, times } from '../geometry.ts';
import { axis, circle, lettering, line, path, place, rect } from '../primitives.ts';
import { combinationWrenchFigure } from '../wrenches.ts';

const sizes = [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 24, 27, 30, 32];
const scale = 1.92;
const top = 120;

/** A wall of combination wrenches in size order; the 19 is the one in the signal color. */
export function wrenchWall(): string {
  const widths = sizes.map((size) => size * scale * 2.16);
  const gap = (1920 - 160 - widths.reduce((sum, w) => sum + w, 0)) / (sizes.length - 1);
  let x = 80;
  const jaws: (readonly [number, number])[] = [];
  const hung = sizes.map((size, i) => {
    const width = widths[i] ?? 0;
    const [cx, af, length] = [x + width / 2, size * scale, 96 + size * 11.2];
    x += width + gap;
    jaws.push([cx, top + length]);
    const figure = combinationWrenchFigure(af, length, '');
    const wrench = size === 19 ? figure + figure.replaceAll('class="o"', 'class="s"') : figure;
    const peg = circle('o', cx, top - af * 0.5 + 6, 6) + circle('t', cx, top - af * 0.5 + 6, 2);
    return (
      axis(cx, 64, cx, top + length + af) +
      place(wrench, cx, top + length, -90) +
      peg +
      lettering(size === 19 ? 'dt' : 'nt', cx, 680, String(size))
    );
  });
  const boards = times(5, (i) => line('w', 0, 128 + i * 130, 1920, 128 + i * 130)).join('');
  const ticks = path('t', `${jaws.map(([cx]) => d`M${cx} 648v10`).join('')}M40 648H1880`);
  const rail =
    rect('m', 40, 66, 1840, 26, 3) +
    path('t', 'M40 74H1880') +
    [70, 520, 960, 1400, 1850].map((v) => circle('o', v, 84, 5) + path('t', d`M${v - 3} 81l6 6`)).join('');
  return boards + rail + hung.join('') + ticks;
}
