import { type RefObject, useEffect, useRef, useState } from 'react';
import { useInView, useMotionAllowed } from './motion.ts';

const COUNT_MS = 4750;

const VIEW_MARGIN = '0px';

/**
 * Progress from 0 to 1 of numbers that count up, once, when `element` first comes into view. Null before and after, and
 * always under reduced motion.
 */
export function useCountUp(element: RefObject<Element | null>): number | null {
  const motion = useMotionAllowed();
  const inView = useInView(element, VIEW_MARGIN);
  const counted = useRef(false);
  const [progress, setProgress] = useState<number | null>(null);
  const starts = motion && inView;
  useEffect(() => {
    if (!starts || counted.current) return;
    counted.current = true;
    const start = performance.now();
    let frame = 0;
    const count = (now: number) => {
      const time = (now - start) / COUNT_MS;
      setProgress(time < 1 ? easeOut(Math.max(time, 0)) : null);
      if (time < 1) frame = requestAnimationFrame(count);
    };
    count(start);
    return () => {
      cancelAnimationFrame(frame);
      setProgress(null);
    };
  }, [starts]);
  return progress;
}

/** Fast at first, then slower and slower. */
function easeOut(time: number): number {
  return 1 - (1 - time) ** 3;
}
