import { createHash } from 'node:crypto';
import type { InlineHashes } from '#src/shared/content-security-policy.ts';
import earlyScript from '#src/shared/hydration/early-script.ts?inline-script';
import {
  AT_ONCE_ATTRIBUTE,
  ENTRY_ATTRIBUTE,
  MODULES_ID,
  PRELOADS_ATTRIBUTE,
  SPECULATION_RULES_ID,
} from '#src/shared/hydration/hydration-events.ts';
import { toSpeculationRules } from '#src/shared/speculation-rules.ts';
import style from './app.css?inline';

const STYLE_HASH = toHash(style);
const EARLY_SCRIPT_HASH = toHash(earlyScript);
const SPECULATION_RULES = toSpeculationRules();
const SPECULATION_RULES_HASH = toHash(SPECULATION_RULES);
const RULES_ELEMENT = `<script type="speculationrules" id="${SPECULATION_RULES_ID}">${SPECULATION_RULES}</script>`;
/** The files that others import, as `CODE_SPLITTING` in vite.config.ts names them. */
const RUN_FIRST = ['rolldown-runtime', 'vendor', 'frame', 'cards', 'lists', 'private'];
/** In development Vite's own scripts come first, and they wait for nobody. */
const IS_DEFERRED = import.meta.env.PROD;

/**
 * Makes the document of a rendered page. The whole style sheet and the early script stand in its head. The module script
 * that hydrates it is text until the early script runs it. `isPlaceholder`: without script the page shows nothing.
 *
 * The framework's inline scripts carry the nonce while rendering, which their hashes then replace in the content security
 * policy. So a cached page is the same for everyone. An injected script has no nonce, gets no hash, and does not run.
 */
export function toDocument(
  rendered: string,
  { nonce, isPlaceholder, entry }: { nonce: string; isPlaceholder: boolean; entry: string },
): { html: string; hashes: InlineHashes } {
  const scripts = new Set<string>([EARLY_SCRIPT_HASH]);
  // A page that hydrates at once has no time for them.
  if (!isPlaceholder) scripts.add(SPECULATION_RULES_HASH);
  const preloads: string[] = [];
  const html = rendered
    .replace(/<link rel="modulepreload" href="([^"<]+)"[^<>]*>/g, (link, href) => {
      if (!IS_DEFERRED) return link;
      // The entry begins to hydrate as soon as it runs, so it comes last and alone.
      if (href !== entry) preloads.push(href);
      return '';
    })
    .replace(
      new RegExp(`<script([^>]*?) nonce="${nonce}"([^>]*)>([\\s\\S]*?)</script>`, 'g'),
      (_all, before: string, after: string, code: string) => {
        if (code) scripts.add(toHash(code));
        const attributes = before + after;
        if (!IS_DEFERRED || !attributes.includes('type="module"')) return `<script${attributes}>${code}</script>`;
        const when = isPlaceholder ? ` ${AT_ONCE_ATTRIBUTE}` : '';
        // The framework names a file before those that it imports.
        preloads.reverse().sort((one, other) => toRank(one) - toRank(other));
        const files = `${PRELOADS_ATTRIBUTE}="${preloads.join(' ')}" ${ENTRY_ATTRIBUTE}="${entry}"`;
        return `<script type="text/plain" id="${MODULES_ID}" ${files}${when}>${code}</script>`;
      },
    )
    .replaceAll(` nonce="${nonce}"`, '')
    .replace(
      '</head>',
      () => `<style>${style}</style><script>${earlyScript}</script>${isPlaceholder ? '' : RULES_ELEMENT}</head>`,
    );
  return { html, hashes: { scripts: [...scripts], styles: [STYLE_HASH] } };
}

/** Where a file runs among the others: before those that import it, so that each runs in a task of its own. */
function toRank(href: string): number {
  const rank = RUN_FIRST.findIndex((name) => href.includes(`/${name}-`));
  return rank === -1 ? RUN_FIRST.length : rank;
}

function toHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
