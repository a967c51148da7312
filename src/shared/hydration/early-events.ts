import { getVisibleSlides, scrollToSlide } from '../ui/scroll-strip.ts';
import { HYDRATED_EVENT, HYDRATION_FAILED_EVENT, LATE_ATTRIBUTE, WAITING_TEXT } from './hydration-events.ts';

/** Marks what was pressed before hydration, so that it looks pressed until its work is done. */
const PRESSED = 'data-pressed';
/** In ms. After this time, nobody expects the effect of a press anymore. */
const MAX_AGE_MS = 60_000;

/**
 * Records what is pressed or chosen before its part of the page is hydrated, and repeats it afterwards. What works
 * without script is left to the browser: links, forms with an action, and buttons that open or close a dialog. Buttons
 * that scroll a strip work at once. If the page cannot be hydrated now, a notice says so.
 */
export function captureEarlyEvents(hydrate: () => void): void {
  const repeats = new Map<Element, { repeat: () => void; at: number }>();
  const notice = document.createElement('p');
  notice.role = 'alert';
  notice.className = 'fixed inset-x-0 bottom-0 z-40 border-ink border-t bg-sheet px-4 py-4';
  const keep = (event: Event, element: Element, repeat: () => void) => {
    // React would hydrate the whole page at once for this event.
    event.stopImmediatePropagation();
    repeats.set(element, { repeat, at: Date.now() });
    element.setAttribute(PRESSED, '');
    hydrate();
  };
  document.addEventListener(
    'click',
    (event) => {
      const pressed = event.target instanceof Element ? event.target.closest('a[href], button') : null;
      if (!pressed || isHydrated(pressed)) return;
      if (!(pressed instanceof HTMLButtonElement)) return event.stopImmediatePropagation();
      if (pressed.type !== 'button' || worksAlone(pressed)) return;
      if (scrollStrip(pressed)) return event.stopImmediatePropagation();
      keep(event, pressed, () => pressed.click());
    },
    true,
  );
  document.addEventListener(
    'submit',
    (event) => {
      const { target, submitter } = event;
      const form = target as HTMLFormElement;
      if (form.hasAttribute('action') || form.method === 'get' || isHydrated(form)) return;
      event.preventDefault();
      keep(event, submitter ?? form, () => form.requestSubmit(submitter));
    },
    true,
  );
  document.addEventListener(
    'change',
    (event) => {
      const { target } = event;
      if (!(target instanceof HTMLSelectElement) || isHydrated(target)) return;
      keep(event, target, () => target.dispatchEvent(new Event('change', { bubbles: true })));
    },
    true,
  );
  addEventListener(HYDRATION_FAILED_EVENT, () => {
    if (repeats.size === 0) return;
    document.body.append(notice);
    // Screen readers only announce text that appears later.
    notice.textContent = WAITING_TEXT;
  });
  addEventListener(HYDRATED_EVENT, () => {
    notice.remove();
    for (const [element, { repeat, at }] of repeats) {
      if (element.isConnected && !isHydrated(element)) continue;
      repeats.delete(element);
      element.removeAttribute(PRESSED);
      if (element.isConnected && Date.now() - at < MAX_AGE_MS) repeat();
    }
  });
}

/** Whether React has hydrated this element. Elements from other scripts count as hydrated. */
function isHydrated(element: Element): boolean {
  return document.documentElement.dataset.hydrated !== undefined && !element.closest(`[${LATE_ATTRIBUTE}]`);
}

function worksAlone(button: HTMLButtonElement): boolean {
  return button.hasAttribute('commandfor') && 'commandForElement' in button;
}

/** Scrolls the strip that a button belongs to; false if it is no such button. */
function scrollStrip(button: HTMLButtonElement): boolean {
  const { step, slide } = button.dataset;
  const strip = button.closest('[aria-roledescription="carousel"]')?.querySelector<HTMLElement>('.scroll-strip');
  if (!strip || (step === undefined && slide === undefined)) return false;
  scrollToSlide(strip, slide === undefined ? getVisibleSlides(strip).first + Number(step) : Number(slide), false);
  return true;
}
