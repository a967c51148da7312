import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test';
import {
  ADMIN,
  type RunningShop,
  removeDataDir,
  sendRequest,
  signInAdmin,
  signUp,
  startShop,
} from '#tests/support/running-shop.ts';
import { findOrInstallChromium, findWholeChromium } from '../scripts/chromium.mjs';
import { ensureBuilt } from '../scripts/prepare.mjs';
import { type Floor, startFloor } from './web/floor-server.ts';
import { judgeByLighthouse } from './web/lighthouse.ts';
import { follow, type Speed, tap, type Visit, visit } from './web/measure.ts';
import { type Comparison, type FollowResult, formatReport, median, type TapResult } from './web/report.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
const ORDERS = 1_000;
const LIGHTHOUSE_RUNS = 3;
const BUYER = { email: 'buyer@example.com', password: 'bench-password', name: 'Ada Smith' };
const SCREENS = [
  { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
];
const SPEEDS: Speed[] = ['free', 'throttled'];
/** The page with a link, and the link's selector. */
const LINKS = [
  ['/home', 'main a[href="/tools"]'],
  ['/blog', 'main a[href^="/blog/"]'],
  ['/tools', 'main a[href*="page=2"]:visible'],
] as const;
const TAP_MOMENTS_MS = [0, 100, 300, 600, 1_000, 1_500, 2_500];

interface MeasuredPage {
  name: string;
  path: string;
  user?: { email: string; password: string };
}

async function findPages({ origin }: RunningShop): Promise<MeasuredPage[]> {
  const [blog] = (await (await fetch(`${origin}/api/blogs?limit=1`)).json()) as { _id: string }[];
  const [tool] = (await (await fetch(`${origin}/api/tools?limit=1`)).json()) as { _id: string }[];
  return [
    { name: 'home', path: '/home' },
    { name: 'tools', path: '/tools' },
    { name: 'blog post', path: `/blog/${blog?._id}` },
    { name: 'sign-in', path: '/signIn' },
    { name: 'tool', path: `/singleTool/${tool?._id}`, user: BUYER },
    { name: 'my orders', path: '/dashboard/myorder', user: BUYER },
    { name: 'all orders', path: '/dashboard/allorder', user: ADMIN },
  ];
}

/** Places orders for one buyer, so that the lists of orders are long. */
async function placeOrders({ origin }: RunningShop): Promise<void> {
  const admin = await signInAdmin(origin);
  const { token } = await signUp(origin, BUYER);
  const tool = {
    itemName: 'Bench tool',
    about: 'For measuring.',
    balance: 12.5,
    quantity: 1_000_000,
    minOrderQuantity: 1,
    picture: '/images/drawings/claw-hammer.svg',
  };
  const stored = (await (await sendRequest('POST', `${origin}/api/tools`, tool, admin)).json()) as {
    insertedId: string;
  };
  const { email, name } = BUYER;
  const order = { toolId: stored.insertedId, itemName: tool.itemName, quantity: 1, price: 12.5, name, email };
  for (let placed = 0; placed < ORDERS; placed += 10) {
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => sendRequest('POST', `${origin}/api/order`, order, token)),
    );
    const refused = responses.find(({ ok }) => !ok);
    if (refused) throw new Error(`an order was refused: ${await refused.text()}`);
  }
}

type State = BrowserContextOptions['storageState'];

/** Returns the cookies and storage of a signed-in user, for a second visit. */
async function signIn(
  browser: Browser,
  origin: string,
  { email, password }: { email: string; password: string },
): Promise<State> {
  const context = await browser.newContext({ baseURL: origin });
  const page = await context.newPage();
  await page.request.post('/api/auth/sign-in/email', { data: { email, password } });
  await page.goto('/dashboard');
  await page.waitForFunction(() => localStorage.getItem('accessToken'));
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Launches the browser of the browser tests, and also the full browser if the machine has both. */
async function launchBrowsers(executable: string): Promise<{ name: string; browser: Browser }[]> {
  const whole = findWholeChromium();
  const executables = new Set([executable, ...(whole ? [whole] : [])]);
  return Promise.all(
    [...executables].map(async (path) => {
      const isShell = path.includes('headless-shell') || path === 'playwright';
      const browser = await chromium.launch({
        ...(path === 'playwright' ? {} : { executablePath: path }),
        args: ['--no-sandbox', '--disable-gpu', ...(isShell ? [] : ['--headless=new'])],
      });
      return { name: isShell ? 'shell' : 'whole', browser };
    }),
  );
}

/** Visits each page and its baselines alternately, at each width and speed. */
async function comparePages(
  { name: browserName, browser }: { name: string; browser: Browser },
  shop: RunningShop,
  pages: readonly MeasuredPage[],
  floor: Floor,
): Promise<Comparison[]> {
  const states = new Map<string, State>();
  for (const user of [BUYER, ADMIN]) states.set(user.email, await signIn(browser, shop.origin, user));
  const comparisons: Comparison[] = [];
  for (const speed of SPEEDS) {
    for (const screen of SCREENS) {
      for (const { name, path, user } of pages) {
        const visits: Record<'shop' | 'heading' | 'withoutScript', Visit[]> = {
          shop: [],
          heading: [],
          withoutScript: [],
        };
        // The first round fills caches and does not count.
        for (let round = 0; round <= ROUNDS; round += 1) {
          const storageState = user && states.get(user.email);
          const results: [keyof typeof visits, Visit][] = [
            [
              'shop',
              await visit(browser, shop.origin + path, { ...screen, speed, ...(storageState && { storageState }) }),
            ],
          ];
          // Private pages show nothing without scripts.
          if (!user) {
            results.push(['heading', await visit(browser, floor.heading, { ...screen, speed })]);
            results.push(['withoutScript', await visit(browser, floor.withoutScript(path), { ...screen, speed })]);
          }
          if (round === 0) continue;
          for (const [target, result] of results) visits[target].push(result);
        }
        const width = screen.viewport.width;
        comparisons.push({ browser: browserName, page: name, hasGoals: !user, width, speed, ...visits });
        const lcp = Math.round(median(visits.shop.map((visit) => visit.lcp)));
        console.log(`${browserName}, ${name}, ${width} px, ${speed}: ${lcp} ms`);
      }
    }
  }
  return comparisons;
}

async function tapMenu({ name, browser }: { name: string; browser: Browser }, origin: string): Promise<TapResult[]> {
  const target = 'header button[aria-haspopup="dialog"]';
  const taps: TapResult[] = [];
  for (const afterMs of TAP_MOMENTS_MS) {
    const durations: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      durations.push(await tap(browser, `${origin}/home`, { ...SCREENS[0], speed: 'throttled', target, afterMs }));
    taps.push({ browser: name, afterMs, durations });
  }
  return taps;
}

async function followLinks(browser: Browser, origin: string): Promise<FollowResult[]> {
  const follows: FollowResult[] = [];
  for (const speed of SPEEDS) {
    for (const [path, target] of LINKS) {
      const durations: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1)
        durations.push(await follow(browser, origin + path, { ...SCREENS[0], speed, target }));
      follows.push({ from: path, speed, durations });
    }
  }
  return follows;
}

const executable = await findOrInstallChromium();
if (!executable) throw new Error('there is no Chromium');
await ensureBuilt();
const shop = await startShop();
const browsers = await launchBrowsers(executable);
const [first] = browsers;
if (!first) throw new Error('there is no browser');
try {
  await placeOrders(shop);
  const pages = await findPages(shop);
  const floor = await startFloor(
    shop.origin,
    pages.filter(({ user }) => !user).map(({ path }) => path),
  );
  const comparisons: Comparison[] = [];
  const taps: TapResult[] = [];
  for (const browser of browsers) {
    comparisons.push(...(await comparePages(browser, shop, pages, floor)));
    taps.push(...(await tapMenu(browser, shop.origin)));
  }
  const follows = await followLinks(first.browser, shop.origin);
  const scores: string[] = [];
  for (const { name, path, user } of pages) {
    if (user || executable === 'playwright') continue;
    const runs: number[][] = [];
    for (let run = 0; run < LIGHTHOUSE_RUNS; run += 1)
      runs.push(await judgeByLighthouse(shop.origin + path, executable));
    const medians = (runs[0] ?? []).map((_, category) => median(runs.map((scores) => scores[category] ?? Number.NaN)));
    scores.push(`Lighthouse, ${name}: ${medians.join(', ')}`);
  }
  await floor.close();
  const conditions = [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}, Chromium ${first.browser.version()}`,
    `browsers: ${browsers.map(({ name }) => name).join(' and ')}; shell is the headless shell, whole is the full browser with --headless=new`,
    `${ROUNDS} visits to each page, each visit in a new browser context; ${ORDERS} orders in the shop`,
    'throttled: a quarter of the CPU speed, 1.6 Mbit/s, 150 ms latency',
    'Lighthouse scores are performance, accessibility, best practices and SEO; search engines may not index sign-in',
    ...scores,
  ];
  const report = formatReport({ comparisons, taps, follows, conditions });
  writeFileSync(new URL('./web-results.md', import.meta.url), report);
  console.log(report);
} finally {
  await Promise.all(browsers.map(({ browser }) => browser.close()));
  await shop.stop();
  removeDataDir(shop.dataDir);
}
