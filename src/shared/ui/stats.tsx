import { type RefObject, useEffect, useRef, useState } from 'react';
import { copy } from '#src/shared/copy.ts';
import { homeCopy } from '#src/shared/home-copy.ts';
import { ButtonLink } from './button.tsx';
import { useInView, useMotionAllowed } from './motion.ts';

const COUNT_MS = 4750;

const VIEW_MARGIN = '0px';

/**
 * Progress from 0 to 1 of numbers that count up, once, when `element` first comes into view. Null before and after, and
 * always under reduced motion.
 */
function useCountUp(element: RefObject<Element | null>): number | null {
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

type StatisticName = (typeof homeCopy.statistics)[number]['name'];

/** The company in four numbers, each with a dimension line. They count up when they first come into view. */
export function Stats({ figures }: { figures: Readonly<Record<StatisticName, string>> }) {
  const band = useRef<HTMLDListElement>(null);
  const progress = useCountUp(band);
  return (
    <section aria-labelledby="figures-heading" className="border-ink border-y bg-sheet">
      <div className="frame py-12 lg:py-16">
        <h2 id="figures-heading" className="sr-only">
          {homeCopy.stats}
        </h2>
        <dl ref={band} className="grid grid-cols-2 gap-x-6 gap-y-10 lg:grid-cols-4 lg:gap-x-10">
          {homeCopy.statistics.map(({ name, label }) => (
            <div key={name} className="flex flex-col-reverse">
              <dt className="mt-3 text-muted">{label}</dt>
              <dd>
                <span className="relative block font-bold text-figure tabular-nums tracking-tight">
                  <CountingNumber figure={figures[name]} progress={progress} />
                </span>
                <span aria-hidden="true" className="dimension-line mt-3 block" />
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-line border-t pt-8">
          <p className="max-w-prose text-balance text-lead">{homeCopy.statsText}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/quote">{copy.home.requestQuote}</ButtonLink>
            <ButtonLink to="/contact" variant="secondary">
              {copy.home.contactUs}
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}

/** The final number reserves its space and is what screen readers read. The counting number is shown over it. */
function CountingNumber({ figure, progress }: { figure: string; progress: number | null }) {
  if (progress === null) return figure;
  return (
    <>
      <span className="opacity-0">{figure}</span>
      <span aria-hidden="true" className="absolute inset-0">
        {figure.replace(/\d+/, (end) => String(Math.floor(Number(end) * progress)))}
      </span>
    </>
  );
}
