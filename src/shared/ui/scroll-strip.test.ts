import { describe, expect, test, vi } from 'vitest';
import { getVisibleSlides, preloadAt, scrollToFocused, scrollToSlide } from './scroll-strip.ts';

/** Creates a strip of slides of 300 px with gaps of 50 px. `inView` is how many fit in the window. */
function strip({ slides, inView, scrolledTo = 0 }: { slides: number; inView: number; scrolledTo?: number }) {
  const scrollTo = vi.fn();
  const animate = vi.fn();
  const fetched: number[] = [];
  const children = Array.from({ length: slides }, (_, at) => ({
    offsetLeft: 64 + at * 350,
    offsetWidth: 300,
    contains: (part: unknown) => part === `link ${at}`,
    querySelector: () => ({ setAttribute: () => fetched.push(at) }),
  }));
  const clientWidth = inView * 350 - 50;
  const list = { children, clientWidth, scrollLeft: scrolledTo * 350, scrollTo, animate };
  return { list: list as unknown as HTMLElement, scrollTo, animate, fetched };
}

describe('a strip of slides', () => {
  test('shows as many as fit, and never more than there are', () => {
    expect(getVisibleSlides(strip({ slides: 6, inView: 1 }).list)).toEqual({ first: 0, last: 0 });
    expect(getVisibleSlides(strip({ slides: 6, inView: 3, scrolledTo: 2 }).list)).toEqual({ first: 2, last: 4 });
    expect(getVisibleSlides(strip({ slides: 6, inView: 3, scrolledTo: 1.6 }).list)).toEqual({ first: 2, last: 4 });
    expect(getVisibleSlides(strip({ slides: 2, inView: 3 }).list)).toEqual({ first: 0, last: 1 });
    expect(getVisibleSlides(strip({ slides: 1, inView: 1 }).list)).toEqual({ first: 0, last: 0 });
  });

  test('advances to the next slide', () => {
    const { list, scrollTo } = strip({ slides: 6, inView: 3, scrolledTo: 1 });
    expect(scrollToSlide(list, 2, true)).toBe(2);
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ left: 700 });
  });

  test.each([
    ['after the last', 3, 4, 0],
    ['before the first', 0, -1, 3],
  ])('jumps to the other end %s', (_, scrolledTo, index, end) => {
    const { list, scrollTo, animate } = strip({ slides: 6, inView: 3, scrolledTo });
    expect(scrollToSlide(list, index, true)).toBe(end);
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ left: end * 350, behavior: 'instant' });
    expect(animate).toHaveBeenCalledOnce();
  });

  test('jumps without a fade if the system asks for reduced motion', () => {
    const { list, animate } = strip({ slides: 6, inView: 3, scrolledTo: 3 });
    scrollToSlide(list, 4, false);
    expect(animate).not.toHaveBeenCalled();
  });

  test.each([
    ['on the right, which becomes the last one', 1, 'link 5', 3],
    ['on the left, which becomes the first one', 3, 'link 1', 1],
  ])('scrolls to a focused slide %s', (_, scrolledTo, focused, goal) => {
    const { list, scrollTo } = strip({ slides: 6, inView: 3, scrolledTo });
    scrollToFocused(list, focused as unknown as EventTarget);
    expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ left: goal * 350 });
  });

  test.each([
    ['before the first', 0, -1, [3, 4, 5]],
    ['in the middle', 3, 1, [1, 2, 3]],
    ['after the last', 3, 4, [0, 1, 2]],
  ])('loads the images of the slides %s', (_, scrolledTo, index, expected) => {
    const { list, fetched } = strip({ slides: 6, inView: 3, scrolledTo });
    preloadAt(list, index);
    expect(fetched).toEqual(expected);
  });

  test('does not scroll when the focus reaches a visible slide, or the strip itself', () => {
    const { list, scrollTo } = strip({ slides: 6, inView: 3, scrolledTo: 1 });
    for (const focused of ['link 1', 'link 3', 'strip']) scrollToFocused(list, focused as unknown as EventTarget);
    expect(scrollTo).not.toHaveBeenCalled();
  });

  test('does not change if all slides are visible', () => {
    for (const slides of [1, 2, 3]) {
      const { list, scrollTo, animate } = strip({ slides, inView: 3 });
      expect(scrollToSlide(list, 1, true)).toBe(0);
      expect(scrollTo).not.toHaveBeenCalled();
      expect(animate).not.toHaveBeenCalled();
    }
  });
});
