/** The first and the last slide to be seen, counted from 0. */
export interface VisibleSlides {
  first: number;
  last: number;
}

const getSlides = (strip: HTMLElement) => [...strip.children] as HTMLElement[];

/** How far a strip is scrolled when this slide stands at its beginning. */
function getOffset(strip: HTMLElement, index: number): number {
  const [first, slide] = [getSlides(strip)[0], getSlides(strip)[index]];
  return first && slide ? slide.offsetLeft - first.offsetLeft : 0;
}

/** Which slides a strip shows. While it moves, those it shows the more of. */
export function getVisibleSlides(strip: HTMLElement): VisibleSlides {
  const step = getOffset(strip, 1) || strip.clientWidth;
  const first = Math.round(strip.scrollLeft / step);
  const width = getSlides(strip)[0]?.offsetWidth || step;
  const beside = Math.max(Math.round((strip.clientWidth - width) / step), 0);
  return { first, last: Math.min(first + beside, strip.children.length - 1) };
}

/**
 * Scrolls to a slide and says to which; beyond either end that is the other end. The long way back is not scrolled but
 * cut to.
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

/** Shows the slide that the focus has come to. The browser alone would show the link, then snap back to where it was. */
export function scrollToFocused(strip: HTMLElement, focused: EventTarget | null): void {
  const index = getSlides(strip).findIndex((slide) => slide.contains(focused as Node | null));
  const { first, last } = getVisibleSlides(strip);
  if (index < 0 || (index >= first && index <= last)) return;
  strip.scrollTo({ left: getOffset(strip, index < first ? index : index - (last - first)) });
}

/** Has the picture of the slide after these fetched, so that it is there when its turn comes. */
export function preloadNext(strip: HTMLElement, { last }: VisibleSlides): void {
  preloadImage(getSlides(strip)[last + 1]);
}

/** Has all pictures fetched that are to be seen once somebody goes to this slide, at the other end perhaps. */
export function preloadAt(strip: HTMLElement, index: number): void {
  const { first, last } = getVisibleSlides(strip);
  const { target } = getTarget(strip, index);
  for (const slide of getSlides(strip).slice(target, target + last - first + 1)) preloadImage(slide);
}

function preloadImage(slide: HTMLElement | undefined): void {
  slide?.querySelector('img')?.setAttribute('loading', 'eager');
}

/** Whether somebody marks text in a strip: it is not taken away from under them. */
export function hasSelection(strip: HTMLElement): boolean {
  const marked = document.getSelection();
  return marked !== null && !marked.isCollapsed && strip.contains(marked.anchorNode);
}
