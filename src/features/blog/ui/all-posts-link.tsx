import { Link } from 'react-router';
import { siteCopy } from '#src/shared/site-copy.ts';
import { Icon } from '#src/shared/ui/icon.tsx';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';

/** A link to the page of all posts; `back` if it stands on a post. */
export function AllPostsLink({ back = false, className = '' }: { back?: boolean; className?: string }) {
  return (
    <Link
      to="/blog"
      prefetch={usePrefetch('/blog')}
      className={`inline-flex min-h-11 items-center gap-2 font-semibold underline decoration-2 decoration-line underline-offset-4 hover:decoration-signal ${className}`}
    >
      {back && <Icon name="arrow-left" className="size-4" />}
      {siteCopy.home.allPosts}
      {!back && <Icon name="arrow-right" className="size-4" />}
    </Link>
  );
}
