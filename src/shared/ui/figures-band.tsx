import { messages } from '#src/shared/messages.ts';
import { site } from '#src/shared/site-messages.ts';
import { ButtonLink } from './button.tsx';

/** The company in four figures, each measured out like a length on a drawing. */
export function FiguresBand() {
  return (
    <section aria-labelledby="figures-heading" className="border-ink border-y bg-sheet">
      <div className="frame py-12 lg:py-16">
        <h2 id="figures-heading" className="sr-only">
          {site.home.statistics}
        </h2>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-10 lg:grid-cols-4 lg:gap-x-10">
          {site.figures.map(({ figure, label }) => (
            <div key={label} className="flex flex-col-reverse">
              <dt className="mt-3 text-muted">{label}</dt>
              <dd>
                <span className="block font-bold text-figure tabular-nums tracking-tight">{figure}</span>
                <span aria-hidden="true" className="dimension mt-3 block" />
              </dd>
            </div>
          ))}
        </dl>
        <div className="mt-10 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-line border-t pt-8">
          <p className="max-w-prose text-lead">{site.home.statisticsText}</p>
          <ButtonLink to="/contact">{messages.home.contactUs}</ButtonLink>
        </div>
      </div>
    </section>
  );
}
