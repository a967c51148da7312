import {
  AT_ONCE_ATTRIBUTE,
  ENTRY_ATTRIBUTE,
  HYDRATION_FAILED_EVENT,
  MODULES_ID,
  PRELOADS_ATTRIBUTE,
} from './hydration-events.ts';
import { whenIdle } from './when-idle.ts';

/** Events by which somebody begins to use the page; after a lost connection, it may be tried again. */
const START_EVENTS = ['click', 'focusin', 'input', 'online'] as const;
/** How long an idle moment is waited for, in ms. */
const MAX_IDLE_WAIT_MS = 2_000;

/**
 * Hydrates the page when it is loaded and painted and the browser idle, or as soon as somebody begins to use it and sees
 * what that did. Where a file cannot be fetched, the next use tries again. Returns a function that begins after the next
 * paint.
 */
export function deferHydration(): () => void {
  let wanted = false;
  let begun = false;
  const begin = () => {
    wanted = true;
    const modules = document.getElementById(MODULES_ID);
    // The element stands at the end of the page, which may still be on its way.
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

/** Runs the files of the page and then its module script. One by one, so that a tap waits for one of them at most. */
async function run(modules: HTMLElement): Promise<void> {
  const files = modules.getAttribute(PRELOADS_ATTRIBUTE)?.split(' ') ?? [];
  const entry = modules.getAttribute(ENTRY_ATTRIBUTE);
  // Files that came before would take the processor from the paint. A placeholder has nothing to paint without them.
  if ((document as Document & { prerendering?: boolean }).prerendering || !modules.hasAttribute(AT_ONCE_ATTRIBUTE)) {
    await nextFrame();
    // The browser begins a second frame once it has drawn the first.
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
  // The entry hydrates as soon as it runs, in the module script, which nobody could run twice.
  if (entry) await preload(entry);
  const script = document.createElement('script');
  script.type = 'module';
  script.textContent = modules.textContent;
  document.head.append(script);
}

/** Resolves after the layout of the next frame; never in a page that nobody sees, such as one rendered ahead. */
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

/** Asks for a file at low priority. Rejects where it cannot be fetched; asked again, it is fetched again. */
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
