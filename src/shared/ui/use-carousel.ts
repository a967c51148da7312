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

/** How long a slide stays before the next one takes its place, in ms. */
const SLIDE_MS = 3000;

/** A carousel at the edge of the window is not looked at yet. */
const VIEW_MARGIN = '-10% 0px';

/** It has got where it was going, or a hand has taken it elsewhere. */
const SCROLL_INTERRUPTED = ['scrollend', 'touchstart', 'wheel'];
const TOUCH_ENDED = ['touchend', 'touchcancel', 'wheel'];

/**
 * Moves a strip of slides: by itself, by buttons, and wherever a hand scrolls it. It stands still out of sight, under
 * reduced motion, while text in it is marked and once its own button has stopped it. Nothing else that anybody does
 * stops it, unless `forReaders` is spread on the element around it; the slide they chose only gets its whole time.
 */
export function useCarousel() {
  const strip = useRef<HTMLDivElement>(null);
  const [visible, setVisible] = useState({ first: 0, last: 0 });
  const [paused, setPaused] = useState(false);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [choices, setChoices] = useState(0);
  // Where it is scrolling to: whoever presses twice goes two slides on, however far the first press has got.
  const target = useRef<number | null>(null);
  // By itself it goes on only, so that the picture before is fetched for nobody else.
  const goesBack = useRef(false);
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
    const forget = () => {
      target.current = null;
    };
    const reveal = ({ target }: Event) => scrollToFocused(list, target);
    follow();
    list.addEventListener('scroll', follow, { passive: true });
    list.addEventListener('focusin', reveal);
    for (const past of SCROLL_INTERRUPTED) list.addEventListener(past, forget, { passive: true });
    const observer = new ResizeObserver(follow);
    observer.observe(list);
    return () => {
      list.removeEventListener('scroll', follow);
      list.removeEventListener('focusin', reveal);
      for (const past of SCROLL_INTERRUPTED) list.removeEventListener(past, forget);
      observer.disconnect();
    };
  }, []);

  useEffect(() => {
    if (!inView || !strip.current) return;
    preloadNext(strip.current, visible);
    if (goesBack.current) preloadAt(strip.current, visible.first - 1);
  }, [inView, visible]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever chose a slide has it for the whole time
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
  }, [autoplays, inView, choices]);

  const show = (index: number) => {
    if (strip.current) target.current = scrollToSlide(strip.current, index, motion);
    setChoices((made) => made + 1);
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
    /** Whether it would move by itself if it were looked at: what it shows is then not read out. */
    autoplays,
    paused,
    toggle: () => setPaused(!paused),
    show,
    step: (by: 1 | -1) => show((target.current ?? visible.first) + by),
    /** For what leads to a slide: its picture is fetched once a hand or the keyboard is there, before it is pressed. */
    dotProps: (index: number) => whenNear(() => index),
    previousButtonProps: whenNear(() => {
      goesBack.current = true;
      return visible.first - 1;
    }),
    /** Makes it rest while the mouse is on this element, or the keyboard in it. */
    pauseWhileReadProps: {
      onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType !== 'touch'),
      onPointerLeave: () => setHovered(false),
      // A click leaves the focus too, but only the keyboard's is somebody on their way through the slides. On the
      // button that stops and starts, they want to see what it does.
      onFocus: ({ target }: FocusEvent) =>
        setFocused(target.matches(':focus-visible') && !target.closest('[data-carousel-switch]')),
      onBlur: () => setFocused(false),
    },
  };
}

export type CarouselState = ReturnType<typeof useCarousel>;
