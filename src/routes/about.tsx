import { aboutCopy } from '#src/content/company/about-copy.ts';
import { RequireSession } from '#src/features/identity/ui/require-session.tsx';
import { requireSignedIn } from '#src/features/identity/ui/session.ts';
import { useCompany } from '#src/shared/company.ts';
import { Loading } from '#src/shared/ui/loading.tsx';
import { PageHeading, TextSection } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/about';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireSignedIn(request);
  return null;
}

export const HydrateFallback = Loading;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ title: aboutCopy.title, description: aboutCopy.description }, matches);

export default function About() {
  const { foundedIn } = useCompany();
  return (
    <RequireSession>
      <div className="frame pt-10 pb-20 lg:pt-16">
        <PageHeading title={aboutCopy.title} text={aboutCopy.text} />
        <img
          src="/images/banners/forge.svg"
          alt={aboutCopy.imageAlt}
          width="1920"
          height="720"
          fetchPriority="high"
          className="aspect-3/2 w-full border-line border-b object-cover object-[62%_50%] sm:aspect-8/3"
        />
        {aboutCopy.parts(foundedIn).map(({ title, text }) => (
          <TextSection key={title} title={title}>
            <p className="max-w-prose">{text}</p>
          </TextSection>
        ))}
      </div>
    </RequireSession>
  );
}
