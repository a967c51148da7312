import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { banners } from '#src/shared/site-messages.ts';

type Banner = (typeof banners)[number];

/** Where to look on a screen too narrow for the whole picture. */
const focus: Record<Banner['name'], string> = {
  workbench: 'object-[12%_50%]',
  'wrench-wall': 'object-right',
  'exploded-vice': 'object-[65%_50%]',
  'chuck-section': 'object-[75%_50%]',
  'measuring-set': 'object-[70%_50%]',
  forge: 'object-[62%_50%]',
};

/** Wide pictures side by side, scrolled by hand, by arrows or by marks. Never moves by itself. */
export function BannerStrip({ label, banners }: { label: string; banners: readonly Banner[] }) {
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const list = strip.current;
    if (!list) return;
    const follow = () => setCurrent(Math.round(list.scrollLeft / list.clientWidth));
    list.addEventListener('scroll', follow, { passive: true });
    return () => list.removeEventListener('scroll', follow);
  }, []);
  const show = (index: number) => {
    const list = strip.current;
    const target = (index + banners.length) % banners.length;
    list?.scrollTo({ left: target * list.clientWidth });
  };
  return (
    <section aria-roledescription="carousel" aria-label={label}>
      <ul
        ref={strip}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        aria-label={label}
        className="no-scrollbar flex snap-x snap-mandatory overflow-x-auto focus-visible:-outline-offset-4 motion-safe:scroll-smooth"
      >
        {banners.map(({ name, caption }, index) => (
          <li key={name} className="w-full shrink-0 snap-start">
            <img
              src={`/images/banners/${name}.svg`}
              alt={caption}
              width="1920"
              height="720"
              loading={index === 0 ? 'eager' : 'lazy'}
              fetchPriority={index === 0 ? 'high' : 'auto'}
              decoding="async"
              className={`aspect-3/2 w-full object-cover sm:aspect-8/3 ${focus[name]}`}
            />
          </li>
        ))}
      </ul>
      <div className="border-line border-y">
        <div className="frame flex flex-col sm:flex-row sm:items-center sm:justify-between sm:gap-x-6">
          <p className="min-h-11 content-center text-fine text-muted" aria-live="polite">
            {banners[current]?.caption}
          </p>
          <div className="-mx-[clamp(1rem,4vw,4rem)] flex items-center border-line border-t sm:mx-0 sm:border-t-0">
            <Arrow label="Previous picture" onPress={() => show(current - 1)}>
              <ArrowLeft aria-hidden="true" className="size-5" />
            </Arrow>
            <ul className="flex min-w-0 flex-1">
              {banners.map(({ name, caption }, index) => (
                <li key={name} className="min-w-6 flex-1 sm:w-11 sm:flex-none">
                  <button
                    type="button"
                    aria-label={`Picture ${index + 1} of ${banners.length}: ${caption}`}
                    aria-current={index === current || undefined}
                    onClick={() => show(index)}
                    className="group grid h-11 w-full place-items-center"
                  >
                    <span className="block h-0.5 w-3/5 bg-edge transition-colors group-hover:bg-ink group-aria-[current]:h-1 group-aria-[current]:bg-signal" />
                  </button>
                </li>
              ))}
            </ul>
            <Arrow label="Next picture" onPress={() => show(current + 1)}>
              <ArrowRight aria-hidden="true" className="size-5" />
            </Arrow>
          </div>
        </div>
      </div>
    </section>
  );
}

function Arrow({ label, onPress, children }: { label: string; onPress: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className="grid size-11 shrink-0 place-items-center border-line border-x transition-colors hover:bg-tint"
    >
      {children}
    </button>
  );
}
