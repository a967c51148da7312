import { createServer } from 'node:http';
import { brotliCompressSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { visit } from './measure.ts';
import { median } from './statistics.ts';

const [path = '/home', n = '5', width = '390'] = process.argv.slice(2);
const origin = 'http://127.0.0.1:4990';
const html0 = (await (await fetch(origin + path)).text())
  .replace(/<script(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/script>/g, '')
  .replace(/<link[^>]*rel="modulepreload"[^>]*>/g, '');
const cssUrl = html0.match(/href="(\/assets\/[^"]+\.css)"/)![1]!;
const css = await (await fetch(origin + cssUrl)).text();
const inline = (h: string, c: string) => h.replace(/<link[^>]*rel="stylesheet"[^>]*>/, () => `<style>${c}</style>`);
const noPre = (h: string) => h.replace(/<link[^>]*rel="preload"[^>]*>/g, '');
const cv = 'main section,main>div:not(:first-child),footer{content-visibility:auto;contain-intrinsic-size:auto 600px}';
const noFontFace = (c: string) => c.replace(/@font-face\{[^}]*woff2[^}]*\}/g, '');
const noWrap = (c: string) => c.replace(/text-wrap:(balance|pretty)/g, '');
const V: Record<string, string> = {
  base: html0,
  inline: inline(html0, css),
  inlineNoFontPreload: inline(html0.replace(/<link[^>]*as="font"[^>]*>/, ''), css),
  inlineNoFonts: inline(noPre(html0), noFontFace(css)),
  inlineNoWrap: inline(html0, noWrap(css)),
  inlineCV: inline(html0, noWrap(css) + cv),
  inlineCVnoFonts: inline(noPre(html0), noFontFace(noWrap(css)) + cv),
  inlineCVnoImg: inline(noPre(html0).replace(/<img[^>]*>/g, ''), noFontFace(noWrap(css)) + cv),
  noCss: noPre(html0)
    .replace(/<link[^>]*rel="stylesheet"[^>]*>/, '')
    .replace(/<img[^>]*>/g, ''),
  heading: '<!doctype html><html lang=en><title>x</title><h1>Ironmonger</h1>',
};
const store = new Map<string, { t: string; b: Buffer; e: boolean }>();
for (const k in V)
  store.set('/v/' + k, { t: 'text/html; charset=utf-8', b: brotliCompressSync(Buffer.from(V[k]!)), e: true });
const server = createServer(async (q, r) => {
  let s = store.get(q.url!);
  if (!s) {
    const f = await fetch(origin + q.url);
    const t = f.headers.get('content-type') ?? '';
    const p = Buffer.from(await f.arrayBuffer());
    const e = /text|svg|json/.test(t);
    s = { t, b: e ? brotliCompressSync(p) : p, e };
    store.set(q.url!, s);
  }
  r.writeHead(200, {
    'content-type': s.t,
    'content-length': s.b.length,
    ...(s.e ? { 'content-encoding': 'br' } : {}),
  }).end(s.b);
});
await new Promise<void>((r) => server.listen(4555, r));
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--disable-gpu'],
});
for (const speed of ['throttled'] as const) {
  const R: Record<string, any[]> = {};
  for (let i = 0; i <= +n; i++)
    for (const k in V) {
      const v = await visit(browser, 'http://127.0.0.1:4555/v/' + k, {
        speed,
        viewport: { width: +width, height: 844 },
        deviceScaleFactor: width === '390' ? 2 : 1,
      });
      if (i) (R[k] ??= []).push(v);
    }
  for (const k in V)
    console.log(
      speed,
      k.padEnd(22),
      'fcp',
      Math.round(median(R[k]!.map((x) => x.fcp))),
      'lcp',
      Math.round(median(R[k]!.map((x) => x.lcp))),
      'long',
      Math.round(median(R[k]!.map((x) => x.longestTask))),
      R[k]!.at(-1).largest,
    );
}
await browser.close();
server.close();
