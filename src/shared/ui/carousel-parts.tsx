import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import type { CarouselState } from './use-carousel.ts';

/** What the slides are called, in the singular and the plural. */
export interface SlideLabels {
  one: string;
  many: string;
}

interface Slide {
  key: string;
  content: ReactNode;
}

/** The slides side by side. The browser scrolls them, so they also work without script. */
export function ScrollStrip({
  carousel,
  label,
  labels,
  layout,
  slides,
}: {
  carousel: CarouselState;
  label: string;
  labels: SlideLabels;
  layout: 'banners' | 'blog' | 'reviews';
  slides: readonly Slide[];
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: slides are no fields
    <div
      ref={carousel.strip}
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      className={`scroll-strip scroll-strip-${layout} focus-visible:-outline-offset-2`}
    >
      {slides.map(({ key, content }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: slides are no fields
        <div
          key={key}
          role="group"
          aria-roledescription="slide"
          className={index === 0 ? undefined : 'later-slide'}
          aria-label={`${labels.one} ${index + 1} of ${slides.length}`}
        >
          {content}
        </div>
      ))}
    </div>
  );
}

/** The visible slides in words, for screen readers. */
export function describePosition({ visible }: CarouselState, labels: SlideLabels, count: number): string {
  const first = visible.first + 1;
  const last = visible.last + 1;
  return last > first ? `${labels.one} ${first} to ${last} of ${count}` : `${labels.one} ${first} of ${count}`;
}

export function PreviousButton({ carousel, labels }: { carousel: CarouselState; labels: SlideLabels }) {
  return (
    <Control
      {...carousel.previousButtonProps}
      data-step="-1"
      icon="arrow-left"
      label={`Previous ${labels.one.toLowerCase()}`}
      onPress={() => carousel.step(-1)}
    />
  );
}

export function NextButton({ carousel, labels }: { carousel: CarouselState; labels: SlideLabels }) {
  return (
    <Control
      data-step="1"
      icon="arrow-right"
      label={`Next ${labels.one.toLowerCase()}`}
      onPress={() => carousel.step(1)}
    />
  );
}

/** Stops and starts the autoplay. Hidden under reduced motion, where nothing moves. */
export function PauseButton({ carousel, labels }: { carousel: CarouselState; labels: SlideLabels }) {
  return (
    <Control
      icon={carousel.paused ? 'play' : 'pause'}
      label={`${carousel.paused ? 'Play' : 'Pause'} the ${labels.many}`}
      onPress={carousel.toggle}
      className="motion-reduce:hidden"
      data-carousel-pause=""
    />
  );
}

function Control({
  icon,
  label,
  onPress,
  className = '',
  ...rest
}: {
  icon: IconName;
  label: string;
  onPress: () => void;
  className?: string;
  'data-carousel-pause'?: string;
  /** By how many slides the button goes on; read before hydration. */
  'data-step'?: '-1' | '1';
  onPointerEnter?: () => void;
  onFocus?: () => void;
}) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={label}
      onClick={onPress}
      className={`grid size-11 shrink-0 place-items-center transition-colors hover:bg-tint focus-visible:-outline-offset-2 noscript:hidden ${className}`}
    >
      <Icon name={icon} className="size-5" />
    </button>
  );
}
