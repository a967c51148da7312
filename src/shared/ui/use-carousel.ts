import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useInView, useMotionAllowed } from './motion.ts';
import {
  getVisibleSlides,
  hasSelection,
  preloadAt,
  preloadNext,
  scrollToFocused,
  scrollToSlide,
} from './scroll-strip.ts';

/** How long a slide is shown, in ms. */
const SLIDE_MS = 3000;

/** A carousel at the edge of the viewport does not start yet. */
const VIEW_MARGIN = '-10% 0px';

/** Events after which the last scroll target no longer counts. */
const SCROLL_INTERRUPTED = ['scrollend', 'touchstart', 'wheel'];
const TOUCH_ENDED = ['touchend', 'touchcancel', 'wheel'];

/**
 * Moves a strip of slides automatically, by buttons and by touch. Autoplay stops out of view, under reduced motion,
 * while text in it is selected, and once paused. A chosen slide stays for its whole time. With `pauseWhileReadProps` on
 * the element around it, autoplay also stops under the mouse and while the keyboard's focus is in it.
 */
export function useCarousel() {
  const strip = useRef<HTMLDivElement>(null);
  const [visible, setVisible] = useState({ first: 0, last: 0 });
  const [paused, setPaused] = useState(false);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [chosenCount, setChosenCount] = useState(0);
  // Two quick clicks advance two slides, although the first is still scrolling.
  const target = useRef<number | null>(null);
  // Autoplay only moves forward. The previous image is loaded once somebody reaches for the button.
  const mayGoBack = useRef(false);
  const motion = useMotionAllowed();
  const inView = useInView(strip, VIEW_MARGIN);
  const autoplays = motion && !paused && !hovered && !focused;

  useEffect(() => {
    const list = strip.current;
    if (!list) return;
    const follow = () => {
      const now = getVisibleSlides(list);
      if (now.first === target.current) target.current = null;
      setVisible((known) => (known.first === now.first && known.last === now.last ? known : now));
    };
    const clearTarget = () => {
      target.current = null;
    };
    const reveal = ({ target }: Event) => scrollToFocused(list, target);
    follow();
    list.addEventListener('scroll', follow, { passive: true });
    list.addEventListener('focusin', reveal);
    for (const event of SCROLL_INTERRUPTED) list.addEventListener(event, clearTarget, { passive: true });
    const observer = new ResizeObserver(follow);
    observer.observe(list);
    return () => {
      list.removeEventListener('scroll', follow);
      list.removeEventListener('focusin', reveal);
      for (const event of SCROLL_INTERRUPTED) list.removeEventListener(event, clearTarget);
      observer.disconnect();
    };
  }, []);

  useEffect(() => {
    if (!inView || !strip.current) return;
    preloadNext(strip.current, visible);
    if (mayGoBack.current) preloadAt(strip.current, visible.first - 1);
  }, [inView, visible]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a choice restarts the timer
  useEffect(() => {
    const list = strip.current;
    if (!list || !autoplays || !inView) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!hasSelection(list)) target.current = scrollToSlide(list, getVisibleSlides(list).first + 1, true);
        wait();
      }, SLIDE_MS);
    };
    const hold = () => clearTimeout(timer);
    wait();
    list.addEventListener('touchstart', hold, { passive: true });
    for (const done of TOUCH_ENDED) list.addEventListener(done, wait, { passive: true });
    return () => {
      clearTimeout(timer);
      list.removeEventListener('touchstart', hold);
      for (const done of TOUCH_ENDED) list.removeEventListener(done, wait);
    };
  }, [autoplays, inView, chosenCount]);

  const show = (index: number) => {
    if (strip.current) target.current = scrollToSlide(strip.current, index, motion);
    setChosenCount((count) => count + 1);
  };

  const whenNear = (slide: () => number) => {
    const prepare = () => {
      if (strip.current) preloadAt(strip.current, slide());
    };
    return { onPointerEnter: prepare, onFocus: prepare };
  };

  return {
    strip,
    visible,
    /** Whether it moves automatically while in view. Its slides are then not announced. */
    autoplays,
    paused,
    toggle: () => setPaused(!paused),
    show,
    step: (by: 1 | -1) => show((target.current ?? visible.first) + by),
    /** For a button that leads to a slide: its image is loaded on hover or focus, before the click. */
    dotProps: (index: number) => whenNear(() => index),
    previousButtonProps: whenNear(() => {
      mayGoBack.current = true;
      return visible.first - 1;
    }),
    /** Pauses while the mouse is over this element, or the keyboard's focus in it. */
    pauseWhileReadProps: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType !== 'touch'),
      onPointerLeave: () => setHovered(false),
      // A click also sets the focus, but only the keyboard's focus means reading. On the pause button itself, users
      // want to see its effect.
      onFocus: ({ target }: FocusEvent) =>
        setFocused(target.matches(':focus-visible') && !target.closest('[data-carousel-pause]')),
      onBlur: () => setFocused(false),
    },
  };
}

export type CarouselState = ReturnType<typeof useCarousel>;
