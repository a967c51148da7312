import { type RefObject, useEffect, useRef, useState } from 'react';
import { useInView, useMotionAllowed } from './motion.ts';

/** How long the figures count, in ms. */
const COUNT_MS = 4750;

const SEEN = '0px';

/**
 * From 0 to 1 while this element's figures count up, once, when it first comes into view; null before and after, and
 * always under reduced motion. The figures themselves stand in the page all the time.
 */
export function useCountUp(element: RefObject<Element | null>): number | null {
  const motion = useMotionAllowed();
  const inView = useInView(element, SEEN);
  const counted = useRef(false);
  const [progress, setProgress] = useState<number | null>(null);
  const begins = motion && inView;
  useEffect(() => {
    if (!begins || counted.current) return;
    counted.current = true;
    const start = performance.now();
    let frame = 0;
    const count = (now: number) => {
      const time = (now - start) / COUNT_MS;
      setProgress(time < 1 ? settle(Math.max(time, 0)) : null);
      if (time < 1) frame = requestAnimationFrame(count);
    };
    count(start);
    return () => {
      cancelAnimationFrame(frame);
      setProgress(null);
    };
  }, [begins]);
  return progress;
}

/** Fast at first, then ever slower. */
function settle(time: number): number {
  return 1 - (1 - time) ** 3;
}
