import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { type Browser, chromium } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import { findOrInstallChromium } from '../../scripts/chromium.mjs';
import { PUBLISHABLE_KEY, type Sandbox } from './card-sandbox.ts';

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'";

const CONFIG = fileURLToPath(new URL('../../vite.card-sandbox.config.ts', import.meta.url));
const PAGE = fileURLToPath(new URL('./checkout-page.tsx', import.meta.url));

export async function launchBrowser(): Promise<Browser> {
  const program = await findOrInstallChromium();
  if (program === undefined) throw new Error('Chromium was not found and could not be installed');
  return chromium.launch({ ...(program === 'playwright' ? {} : { executablePath: program }), args: ['--no-sandbox'] });
}

export type CheckoutServer = Awaited<ReturnType<typeof serveCheckout>>;

/** A page that pays with react-stripe-js and the built script, under a policy as strict as the shop's. */
export async function serveCheckout(sandbox: Sandbox) {
  const script = await bundle(CONFIG, {});
  const pageScript = await bundle(false, {
    define: { 'process.env.NODE_ENV': '"development"' },
    build: { lib: { entry: PAGE, formats: ['iife'], name: 'page' }, minify: false },
  });
  const shop = sandbox.shopOrigin;
  shop.get('/card-sandbox/stripe.js', (c) => c.body(script, 200, { 'content-type': 'text/javascript' }));
  shop.get('/page.js', (c) => c.body(pageScript, 200, { 'content-type': 'text/javascript' }));
  shop.get('/favicon.ico', (c) => c.body(null, 204));
  shop.get('/', (c) => c.html(pageFor(c.req.query('client_secret') ?? ''), 200, { 'content-security-policy': POLICY }));
  const server = createAdaptorServer({ fetch: shop.fetch }) as Server;
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    script,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

function pageFor(clientSecret: string): string {
  return `<!doctype html><html lang="en" data-publishable-key="${PUBLISHABLE_KEY}" data-client-secret="${clientSecret.replace(/\W/g, '')}">
    <head><title>Checkout</title><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head>
    <body><script src="/card-sandbox/stripe.js"></script><script src="/page.js"></script></body></html>`;
}

async function bundle(configFile: string | false, config: { define?: object; build?: object }): Promise<string> {
  const made = await build({
    configFile,
    logLevel: 'error',
    ...config,
    build: { ...config.build, write: false },
  });
  const [output] = [made].flat() as Rolldown.RolldownOutput[];
  const chunk = output?.output[0];
  return chunk?.type === 'chunk' ? chunk.code : '';
}
