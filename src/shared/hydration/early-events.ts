import { getVisibleSlides, scrollToSlide } from '../ui/scroll-strip.ts';
import { HYDRATED_EVENT, LATE_ATTRIBUTE } from './hydration-events.ts';

/** What was pressed before hydration looks pressed, until its work is done. */
const PRESSED = 'data-pressed';

/**
 * Keeps what is pressed before its part of the page is hydrated, and repeats it afterwards. What works without script is
 * left to the browser: links, forms with an action, and buttons that open or close a dialog. Buttons that scroll a strip
 * work at once.
 */
export function captureEarlyEvents(hydrate: () => void): void {
  const repeats = new Map<Element, () => void>();
  const keep = (event: Event, element: Element, repeat: () => void) => {
    // React would hydrate all of the page at once, for this one event.
    event.stopImmediatePropagation();
    repeats.set(element, repeat);
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
  addEventListener(HYDRATED_EVENT, () => {
    for (const [element, repeat] of repeats) {
      if (element.isConnected && !isHydrated(element)) continue;
      repeats.delete(element);
      element.removeAttribute(PRESSED);
      if (element.isConnected) repeat();
    }
  });
}

/** Whether React has this element, or nobody waits for it to have it: some are made by other scripts. */
function isHydrated(element: Element): boolean {
  return document.documentElement.dataset.hydrated !== undefined && !element.closest(`[${LATE_ATTRIBUTE}]`);
}

function worksAlone(button: HTMLButtonElement): boolean {
  return button.hasAttribute('commandfor') && 'commandForElement' in button;
}

/** Scrolls the strip that a button leads through; false where it is no such button. */
function scrollStrip(button: HTMLButtonElement): boolean {
  const { step, slide } = button.dataset;
  const strip = button.closest('[aria-roledescription="carousel"]')?.querySelector<HTMLElement>('.scroll-strip');
  if (!strip || (step === undefined && slide === undefined)) return false;
  scrollToSlide(strip, slide === undefined ? getVisibleSlides(strip).first + Number(step) : Number(slide), false);
  return true;
}
