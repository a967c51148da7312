import { Guarded } from '#src/features/identity/ui/guarded.tsx';
import { requireSignedIn } from '#src/features/identity/ui/session.ts';
import { site } from '#src/shared/site-messages.ts';
import { Loading } from '#src/shared/ui/loading.tsx';
import { PageHeading, TextPart } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/about';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSignedIn(request);
  return null;
}

export const HydrateFallback = Loading;

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: site.about.title, description: site.about.description });

export default function About() {
  return (
    <Guarded>
      <div className="frame pt-10 pb-20 lg:pt-16">
        <PageHeading title={site.about.title} text={site.about.text} />
        <img
          src="/images/banners/forge.svg"
          alt={site.about.picture}
          width="1920"
          height="720"
          className="aspect-3/2 w-full border-line border-b object-cover object-[62%_50%] sm:aspect-8/3"
        />
        {site.about.parts.map(({ title, text }) => (
          <TextPart key={title} title={title}>
            <p className="max-w-prose">{text}</p>
          </TextPart>
        ))}
      </div>
    </Guarded>
  );
}
