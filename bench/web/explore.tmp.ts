import { chromium } from '@playwright/test';
import { startFloor } from './floor-server.ts';
import { type Speed, visit } from './measure.ts';
import { median } from './statistics.ts';

const [origin = 'http://127.0.0.1:4990', n = '5', paths = '/home', speeds = 'free,throttled', widths = '390'] =
  process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
const list = paths.split(',');
const floor = await startFloor(origin, list);
for (const speed of speeds.split(',') as Speed[])
  for (const w of widths.split(','))
    for (const path of list) {
      const opts = {
        speed,
        viewport: { width: +w, height: w === '390' ? 844 : 900 },
        deviceScaleFactor: w === '390' ? 2 : 1,
      };
      const r: Record<string, any[]> = { shop: [], a: [], b: [] };
      for (let i = 0; i <= +n; i++)
        for (const [k, u] of [
          ['shop', origin + path],
          ['a', floor.heading],
          ['b', floor.withoutScript(path)],
        ] as const) {
          const v = await visit(browser, u, opts);
          if (i > 0 || +n === 1) r[k]!.push(v);
          if (i >= +n) break;
        }
      for (const k of ['a', 'b', 'shop']) {
        const v = r[k]!;
        if (!v.length) continue;
        const m = (f: (x: any) => number) => Math.round(median(v.map(f)));
        console.log(
          speed,
          w,
          path,
          k.padEnd(4),
          'fcp',
          m((x) => x.fcp),
          'lcp',
          m((x) => x.lcp),
          'blk',
          m((x) => x.blocked),
          'long',
          m((x) => x.longestTask),
          'cls',
          median(v.map((x) => x.shift)).toFixed(3),
          'jsB4',
          m((x) => x.scriptBeforeLcp),
          'fontB4',
          m((x) => x.fontBeforeFcp),
          'req',
          m((x) => x.requests),
          JSON.stringify(v.at(-1).bytes),
          v.at(-1).largest,
        );
      }
    }
await browser.close();
await floor.close();
