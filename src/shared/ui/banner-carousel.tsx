import type { banners } from '#src/shared/home-copy.ts';
import { NextButton, PauseButton, PreviousButton, ScrollStrip } from './carousel-parts.tsx';
import { useCarousel } from './use-carousel.ts';

type Banner = (typeof banners)[number];

/** Which part of a banner is shown on a screen too narrow for all of it. */
const positions: Record<Banner['name'], string> = {
  workbench: 'object-[12%_50%]',
  'wrench-wall': 'object-right',
  'exploded-vise': 'object-[65%_50%]',
  'chuck-section': 'object-[75%_50%]',
  'measuring-set': 'object-[70%_50%]',
  forge: 'object-[62%_50%]',
};

const labels = { one: 'Picture', many: 'pictures' };

/** Wide images that take turns, with a dot for each. There is no text to read, so the mouse does not pause them. */
export function BannerCarousel({ label, banners }: { label: string; banners: readonly Banner[] }) {
  const carousel = useCarousel();
  const current = carousel.visible.first;
  return (
    <section aria-roledescription="carousel" aria-label={label}>
      <ScrollStrip
        carousel={carousel}
        label={label}
        labels={labels}
        layout="banners"
        slides={banners.map(({ name, caption }, index) => ({
          key: name,
          content: (
            <img
              src={`/images/banners/${name}.svg`}
              alt={caption}
              width="1920"
              height="720"
              loading={index === 0 ? 'eager' : 'lazy'}
              fetchPriority={index === 0 ? 'high' : 'auto'}
              decoding="async"
              className={`aspect-3/2 w-full object-cover sm:aspect-8/3 ${positions[name]}`}
            />
          ),
        }))}
      />
      <div className="border-line border-y">
        <div className="frame grid grid-cols-[1fr_auto] items-center sm:grid-cols-[1fr_auto_auto]">
          <p className="min-h-11 content-center text-fine text-muted" aria-live={carousel.autoplays ? 'off' : 'polite'}>
            {banners[current]?.caption}
          </p>
          <div className="-mr-[clamp(1rem,4vw,4rem)] border-line border-l sm:mr-0 motion-reduce:hidden noscript:hidden">
            <PauseButton carousel={carousel} labels={labels} />
          </div>
          <div className="col-span-full -mx-[clamp(1rem,4vw,4rem)] flex items-center divide-x divide-line border-line max-sm:border-t sm:col-span-1 sm:mx-0 sm:border-x noscript:hidden">
            <PreviousButton carousel={carousel} labels={labels} />
            <ul className="flex min-w-0 flex-1 noscript:hidden">
              {banners.map(({ name, caption }, index) => (
                <li key={name} className="min-w-0 flex-1 sm:w-11 sm:flex-none">
                  <button
                    {...carousel.dotProps(index)}
                    type="button"
                    data-slide={index}
                    aria-label={`Picture ${index + 1} of ${banners.length}: ${caption}`}
                    aria-current={index === current || undefined}
                    onClick={() => carousel.show(index)}
                    className="group grid h-11 w-full place-items-center focus-visible:-outline-offset-2"
                  >
                    <span className="block h-0.5 w-3/5 bg-edge transition-colors group-hover:bg-ink group-aria-[current]:h-1 group-aria-[current]:bg-signal" />
                  </button>
                </li>
              ))}
            </ul>
            <NextButton carousel={carousel} labels={labels} />
          </div>
        </div>
      </div>
    </section>
  );
}
