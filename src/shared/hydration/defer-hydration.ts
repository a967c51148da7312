import {
  AT_ONCE_ATTRIBUTE,
  ENTRY_ATTRIBUTE,
  HYDRATION_FAILED_EVENT,
  MODULES_ID,
  PRELOADS_ATTRIBUTE,
} from './hydration-events.ts';
import { whenIdle } from './when-idle.ts';

/** Events that show that somebody starts to use the page. 'online' retries after a lost connection. */
const START_EVENTS = ['click', 'focusin', 'input', 'online'] as const;
/** How long to wait for an idle moment, in ms. */
const MAX_IDLE_WAIT_MS = 2_000;

/**
 * Hydrates the page once it is loaded and painted and the browser is idle, or as soon as somebody uses it and has seen
 * a reaction. If a file cannot be fetched, the next use retries. Returns a function that starts after the next paint.
 */
export function deferHydration(): () => void {
  let wanted = false;
  let begun = false;
  const begin = () => {
    wanted = true;
    const modules = document.getElementById(MODULES_ID);
    // The element is at the end of the page, which may still be arriving.
    if (begun || !modules) return;
    begun = true;
    run(modules).then(
      () => {
        for (const event of START_EVENTS) removeEventListener(event, begin, true);
      },
      () => {
        begun = false;
        dispatchEvent(new Event(HYDRATION_FAILED_EVENT));
      },
    );
  };
  for (const event of START_EVENTS) addEventListener(event, begin, true);
  document.addEventListener('DOMContentLoaded', () => {
    if (wanted || document.getElementById(MODULES_ID)?.hasAttribute(AT_ONCE_ATTRIBUTE)) begin();
  });
  addEventListener('load', () => whenIdle(begin, MAX_IDLE_WAIT_MS));
  return begin;
}

/** Runs the page's files and then its module script, one by one, so that a tap waits for at most one of them. */
async function run(modules: HTMLElement): Promise<void> {
  const files = modules.getAttribute(PRELOADS_ATTRIBUTE)?.split(' ') ?? [];
  const entry = modules.getAttribute(ENTRY_ATTRIBUTE);
  // Files that arrive earlier would delay the paint. A placeholder has nothing to paint without them.
  if ((document as Document & { prerendering?: boolean }).prerendering || !modules.hasAttribute(AT_ONCE_ATTRIBUTE)) {
    await nextFrame();
    // The browser starts a second frame after it has drawn the first.
    await nextFrame();
  }
  for (const href of entry ? [...files, entry] : files) {
    preload(href).catch(() => {});
    await nextTask();
  }
  for (const href of files) {
    await import(/* @vite-ignore */ href);
    await nextTask();
  }
  // The entry hydrates as soon as it runs in the module script, which cannot be run twice.
  if (entry) await preload(entry);
  const script = document.createElement('script');
  script.type = 'module';
  script.textContent = modules.textContent;
  document.head.append(script);
}

/** Resolves after the layout of the next frame; never on a page that nobody sees, such as a prerendered one. */
function nextFrame(): Promise<unknown> {
  return new Promise((resolve) =>
    new IntersectionObserver((_entries, observer) => {
      observer.disconnect();
      resolve(null);
    }).observe(document.body),
  );
}

function nextTask(): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(null);
  });
}

/** Requests a file at low priority. Rejects if it cannot be fetched; another call fetches it again. */
function preload(href: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.fetchPriority = 'low';
    link.href = href;
    link.onload = resolve;
    link.onerror = reject;
    document.head.append(link);
  });
}
