/** The first and the last visible slide, counted from 0. */
export interface VisibleSlides {
  first: number;
  last: number;
}

const getSlides = (strip: HTMLElement) => [...strip.children] as HTMLElement[];

/** The scroll position, in px, at which this slide comes first. */
function getOffset(strip: HTMLElement, index: number): number {
  const [first, slide] = [getSlides(strip)[0], getSlides(strip)[index]];
  return first && slide ? slide.offsetLeft - first.offsetLeft : 0;
}

/** The visible slides of a strip. While it scrolls, rounded to the nearest. */
export function getVisibleSlides(strip: HTMLElement): VisibleSlides {
  const step = getOffset(strip, 1) || strip.clientWidth;
  const first = Math.round(strip.scrollLeft / step);
  const width = getSlides(strip)[0]?.offsetWidth || step;
  const beside = Math.max(Math.round((strip.clientWidth - width) / step), 0);
  return { first, last: Math.min(first + beside, strip.children.length - 1) };
}

/**
 * Scrolls to a slide, and returns its index. Beyond either end it jumps to the other end, with a fade under `motion`.
 */
export function scrollToSlide(strip: HTMLElement, index: number, motion: boolean): number {
  const { target, furthest } = getTarget(strip, index);
  if (furthest <= 0) return 0;
  if (target === index) {
    strip.scrollTo({ left: getOffset(strip, target) });
    return target;
  }
  strip.scrollTo({ left: getOffset(strip, target), behavior: 'instant' });
  if (motion) strip.animate({ opacity: [0, 1] }, { duration: 200 });
  return target;
}

function getTarget(strip: HTMLElement, index: number): { target: number; furthest: number } {
  const { first, last } = getVisibleSlides(strip);
  const furthest = Math.max(strip.children.length - 1 - (last - first), 0);
  if (index > furthest) return { target: 0, furthest };
  return { target: index < 0 ? furthest : index, furthest };
}

/** Scrolls to the slide with the focus. By itself, the browser would show the focused link and then snap back. */
export function scrollToFocused(strip: HTMLElement, focused: EventTarget | null): void {
  const index = getSlides(strip).findIndex((slide) => slide.contains(focused as Node | null));
  const { first, last } = getVisibleSlides(strip);
  if (index < 0 || (index >= first && index <= last)) return;
  strip.scrollTo({ left: getOffset(strip, index < first ? index : index - (last - first)) });
}

/** Loads the image of the slide after the visible ones. */
export function preloadNext(strip: HTMLElement, { last }: VisibleSlides): void {
  preloadImage(getSlides(strip)[last + 1]);
}

/** Loads all images that will be visible at this slide, which may be at the other end. */
export function preloadAt(strip: HTMLElement, index: number): void {
  const { first, last } = getVisibleSlides(strip);
  const { target } = getTarget(strip, index);
  for (const slide of getSlides(strip).slice(target, target + last - first + 1)) preloadImage(slide);
}

function preloadImage(slide: HTMLElement | undefined): void {
  slide?.querySelector('img')?.setAttribute('loading', 'eager');
}

/** Whether text in the strip is selected, which must not scroll away. */
export function hasSelection(strip: HTMLElement): boolean {
  const selection = document.getSelection();
  return selection !== null && !selection.isCollapsed && strip.contains(selection.anchorNode);
}
