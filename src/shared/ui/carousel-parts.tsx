import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';
import type { CarouselState } from './use-carousel.ts';

/** What the slides are called, one and many. */
export interface SlideLabels {
  one: string;
  many: string;
}

interface Slide {
  key: string;
  content: ReactNode;
}

/** The slides side by side, complete without script: the browser scrolls them. */
export function ScrollStrip({
  carousel,
  label,
  names,
  layout,
  slides,
}: {
  carousel: CarouselState;
  label: string;
  names: SlideLabels;
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
      className={`strip strip-${layout} focus-visible:-outline-offset-2`}
    >
      {slides.map(({ key, content }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: slides are no fields
        <div
          key={key}
          role="group"
          aria-roledescription="slide"
          aria-label={`${names.one} ${index + 1} of ${slides.length}`}
        >
          {content}
        </div>
      ))}
    </div>
  );
}

/** What is shown, said aloud when somebody moves the slides, and not when they move by themselves. */
export function describePosition({ visible }: CarouselState, names: SlideLabels, count: number): string {
  const first = visible.first + 1;
  const last = visible.last + 1;
  return last > first ? `${names.one} ${first} to ${last} of ${count}` : `${names.one} ${first} of ${count}`;
}

export function PreviousButton({ carousel, names }: { carousel: CarouselState; names: SlideLabels }) {
  return (
    <Control
      {...carousel.previousButtonProps}
      icon="arrow-left"
      label={`Previous ${names.one.toLowerCase()}`}
      onPress={() => carousel.step(-1)}
    />
  );
}

export function NextButton({ carousel, names }: { carousel: CarouselState; names: SlideLabels }) {
  return <Control icon="arrow-right" label={`Next ${names.one.toLowerCase()}`} onPress={() => carousel.step(1)} />;
}

/** Stops what moves by itself, and starts it again. Where nothing moves, there is nothing to stop. */
export function PauseButton({ carousel, names }: { carousel: CarouselState; names: SlideLabels }) {
  return (
    <Control
      icon={carousel.paused ? 'play' : 'pause'}
      label={`${carousel.paused ? 'Play' : 'Pause'} the ${names.many}`}
      onPress={carousel.toggle}
      className="motion-reduce:hidden"
      data-carousel-switch=""
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
  'data-carousel-switch'?: string;
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
