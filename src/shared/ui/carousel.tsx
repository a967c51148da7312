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

/** The buttons by the number of slides minus 1: if all slides are in view, there is nothing to scroll. */
const controls = {
  blog: ['hidden', 'flex sm:hidden', 'flex lg:hidden'],
  reviews: ['hidden', 'flex md:hidden'],
};

/** A section of cards that take turns. It pauses while somebody reads. */
export function Carousel({
  title,
  labels,
  layout,
  slides,
}: {
  title: string;
  labels: SlideLabels;
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
          <PauseButton carousel={carousel} labels={labels} />
          <PreviousButton carousel={carousel} labels={labels} />
          <NextButton carousel={carousel} labels={labels} />
        </div>
      }
    >
      <p className="sr-only" aria-live={carousel.autoplays ? 'off' : 'polite'}>
        {describePosition(carousel, labels, slides.length)}
      </p>
      <ScrollStrip carousel={carousel} label={title} labels={labels} layout={layout} slides={slides} />
    </Section>
  );
}
