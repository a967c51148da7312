import { chromium } from '@playwright/test';
const [url='', out='', w='390', scheme='light', full=''] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const p = await b.newPage({ viewport: { width: +w, height: w==='390'?844:900 }, colorScheme: scheme as any, reducedMotion: 'reduce' });
p.on('console', m => console.log(m.text().slice(0,200)));
await p.goto(url); await p.waitForTimeout(2500);
console.log(await p.evaluate(() => JSON.stringify([...document.querySelectorAll('[data-carousel-pause]')].map(e=>{const r=e.getBoundingClientRect();return [r.width,r.height,getComputedStyle(e).display,e.className.slice(-60)]}))), await p.evaluate(()=>document.documentElement.dataset.hydrated));
await p.screenshot({ path: out, fullPage: full==='full' });
await b.close();
