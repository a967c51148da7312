import { chromium } from '@playwright/test';

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const page = await browser.newPage();
for (const p of ['/home', '/tools', '/signIn', '/about', '/contact', '/quote', '/terms']) {
  await page.goto('http://127.0.0.1:4990' + p);
  await page.waitForTimeout(1500);
  console.log(
    p,
    await page.evaluate(() => {
      const o: any = {};
      const w = document.createTreeWalker(document.body, 4);
      while (w.nextNode()) {
        const t = w.currentNode;
        const e = t.parentElement!;
        if (['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(e.tagName)) continue;
        const f = getComputedStyle(e).fontFamily.split(',')[0]!;
        const bad = f.includes('Mono') ? /[^\d $.,+\-/%:#()\u00a0×–−]/g : /[^\x20-\x7e\u00a0’‘“”–—…×·•°±²³½¼¾µ−\n]/g;
        for (const m of t.textContent!.match(bad) ?? []) (o[f] ??= {})[m] = t.textContent!.slice(0, 40);
      }
      return JSON.stringify(o);
    }),
  );
}
await browser.close();
