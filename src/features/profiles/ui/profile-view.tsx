import { copy } from '#src/shared/copy.ts';
import { getShownWidth } from '#src/shared/image-url.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { EmptyState } from '#src/shared/ui/page.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import type { Profile } from '../contract.ts';

/** A user's profile, with the link to edit it. */
export function ProfileView({
  user,
  profile,
}: {
  user: { displayName: string; email: string };
  profile: Profile | null;
}) {
  const address = encodeURIComponent(user.email);
  if (!profile) {
    return (
      <>
        <Facts facts={getAccountFacts(user)} />
        <div className="mt-8">
          <EmptyState
            title="No profile yet"
            text="Add a picture, your phone number and where you are, so that we can reach you about an order."
            action={<ButtonLink to={`/addprofile/${address}`}>{copy.profile.add}</ButtonLink>}
          />
        </div>
      </>
    );
  }
  return (
    <div className="grid items-start gap-8 sm:grid-cols-[10rem_minmax(0,1fr)]">
      {profile.image ? (
        <ResponsiveImage
          src={profile.image}
          alt={`Picture of ${profile.displayName}`}
          sizes={`${10 * getShownWidth(profile.image, 1, 'cover')}rem`}
          className="aspect-square w-40 border border-line bg-sheet object-cover"
        />
      ) : (
        <div
          aria-hidden="true"
          className="grid aspect-square w-40 place-items-center border border-line bg-sheet text-figure text-muted"
        >
          {[...user.displayName][0]?.toUpperCase()}
        </div>
      )}
      <div className="grid justify-items-start gap-8">
        <Facts
          facts={[
            ...getAccountFacts(user),
            ['Phone number', profile.number],
            ['College', profile.collegeName],
            ['University', profile.universityName],
            ['Division', profile.division],
            ['District', profile.district],
          ]}
        />
        <ButtonLink to={`/updateprifile/${address}`} variant="secondary">
          {copy.profile.update}
        </ButtonLink>
      </div>
    </div>
  );
}

function getAccountFacts({ displayName, email }: { displayName: string; email: string }): [string, string][] {
  return [
    ['Display name', displayName],
    ['Email', email],
  ];
}

function Facts({ facts }: { facts: [name: string, value: string][] }) {
  return (
    <dl className="w-full">
      {facts.map(([name, value]) => (
        <div key={name} className="grid gap-x-6 border-line border-b py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
