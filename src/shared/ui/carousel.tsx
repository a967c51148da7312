import type { ReactNode } from 'react';
import {
  describePosition,
  NextButton,
  PauseButton,
  PreviousButton,
  ScrollStrip,
  type SlideLabels,
} from './carousel-parts.tsx';
import { Section } from './page.tsx';
import { useCarousel } from './use-carousel.ts';

/** From how many slides on there is something to scroll, at each width. One that all can be seen of has no buttons. */
const controls = {
  blog: ['hidden', 'flex sm:hidden', 'flex lg:hidden'],
  reviews: ['hidden', 'flex md:hidden'],
};

/** A section of cards that takes turns; it rests while somebody reads. */
export function Carousel({
  title,
  names,
  layout,
  slides,
}: {
  title: string;
  names: SlideLabels;
  layout: keyof typeof controls;
  slides: readonly { key: string; content: ReactNode }[];
}) {
  const carousel = useCarousel();
  return (
    <Section
      title={title}
      aria-roledescription="carousel"
      {...carousel.pauseWhileReadProps}
      actions={
        <div
          className={`-mb-3 ml-auto divide-x divide-line border-line border-x ${controls[layout][slides.length - 1] ?? 'flex'}`}
        >
          <PauseButton carousel={carousel} names={names} />
          <PreviousButton carousel={carousel} names={names} />
          <NextButton carousel={carousel} names={names} />
        </div>
      }
    >
      <p className="sr-only" aria-live={carousel.autoplays ? 'off' : 'polite'}>
        {describePosition(carousel, names, slides.length)}
      </p>
      <ScrollStrip carousel={carousel} label={title} names={names} layout={layout} slides={slides} />
    </Section>
  );
}
