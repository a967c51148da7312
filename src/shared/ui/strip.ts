/** The first and the last slide to be seen, counted from 0. */
export interface Place {
  first: number;
  last: number;
}

const slidesOf = (strip: HTMLElement) => [...strip.children] as HTMLElement[];

/** How far a strip is scrolled when this slide stands at its beginning. */
function offsetOf(strip: HTMLElement, index: number): number {
  const [first, slide] = [slidesOf(strip)[0], slidesOf(strip)[index]];
  return first && slide ? slide.offsetLeft - first.offsetLeft : 0;
}

/** Which slides a strip shows. While it moves, those it shows the more of. */
export function readPlace(strip: HTMLElement): Place {
  const step = offsetOf(strip, 1) || strip.clientWidth;
  const first = Math.round(strip.scrollLeft / step);
  const width = slidesOf(strip)[0]?.offsetWidth || step;
  const beside = Math.max(Math.round((strip.clientWidth - width) / step), 0);
  return { first, last: Math.min(first + beside, strip.children.length - 1) };
}

/**
 * Scrolls to a slide and says to which; beyond either end that is the other end. The long way back is not scrolled but
 * cut to.
 */
export function showSlide(strip: HTMLElement, index: number, motion: boolean): number {
  const { goal, furthest } = goalOf(strip, index);
  if (furthest <= 0) return 0;
  if (goal === index) {
    strip.scrollTo({ left: offsetOf(strip, goal) });
    return goal;
  }
  strip.scrollTo({ left: offsetOf(strip, goal), behavior: 'instant' });
  if (motion) strip.animate({ opacity: [0, 1] }, { duration: 200 });
  return goal;
}

function goalOf(strip: HTMLElement, index: number): { goal: number; furthest: number } {
  const { first, last } = readPlace(strip);
  const furthest = Math.max(strip.children.length - 1 - (last - first), 0);
  if (index > furthest) return { goal: 0, furthest };
  return { goal: index < 0 ? furthest : index, furthest };
}

/** Shows the slide that the focus has come to. The browser alone would show the link, then snap back to where it was. */
export function showFocused(strip: HTMLElement, focused: EventTarget | null): void {
  const index = slidesOf(strip).findIndex((slide) => slide.contains(focused as Node | null));
  const { first, last } = readPlace(strip);
  if (index < 0 || (index >= first && index <= last)) return;
  strip.scrollTo({ left: offsetOf(strip, index < first ? index : index - (last - first)) });
}

/** Has the picture of the slide after these fetched, so that it is there when its turn comes. */
export function fetchNext(strip: HTMLElement, { last }: Place): void {
  fetchPicture(slidesOf(strip)[last + 1]);
}

/** Has all pictures fetched that are to be seen once somebody goes to this slide, at the other end perhaps. */
export function fetchAt(strip: HTMLElement, index: number): void {
  const { first, last } = readPlace(strip);
  const { goal } = goalOf(strip, index);
  for (const slide of slidesOf(strip).slice(goal, goal + last - first + 1)) fetchPicture(slide);
}

function fetchPicture(slide: HTMLElement | undefined): void {
  slide?.querySelector('img')?.setAttribute('loading', 'eager');
}

/** Whether somebody marks text in a strip: it is not taken away from under them. */
export function isBeingMarked(strip: HTMLElement): boolean {
  const marked = document.getSelection();
  return marked !== null && !marked.isCollapsed && strip.contains(marked.anchorNode);
}
