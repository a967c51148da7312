import { useId } from 'react';
import { Link } from 'react-router';
import { copy } from '#src/shared/copy.ts';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import { ellipsize } from '#src/shared/ui/truncate.ts';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import { joinUnits } from '#src/shared/units.ts';
import type { BlogPost } from '../contract.ts';
import { Tags } from './tags.tsx';

export type BlogCardData = Omit<BlogPost, 'detail' | 'createdAt'>;

const MAX_QUESTION_LENGTH = 50;
const MAX_SUMMARY_LENGTH = 200;

/** Picks what a card shows of a post, with a truncated question and summary. */
export function toBlogCardData({ detail: _, createdAt: _at, ...blog }: BlogPost): BlogCardData {
  return {
    ...blog,
    question: ellipsize(blog.question, MAX_QUESTION_LENGTH),
    short_description: ellipsize(blog.short_description, MAX_SUMMARY_LENGTH),
  };
}

/** A post as a card that is one link to the post. With a `drawing` it is an entry of the page of all posts. */
export function BlogCard({ blog, drawing }: { blog: BlogCardData; drawing?: string }) {
  const questionId = useId();
  const Heading = drawing ? 'h2' : 'h3';
  return (
    <article className="group relative flex h-full flex-col">
      {drawing && (
        <ResponsiveImage
          src={drawing}
          alt=""
          sizes="(min-width: 1024px) 30vw, (min-width: 640px) 46vw, 92vw"
          className="aspect-4/3 w-full border-line border-b object-contain"
        />
      )}
      <div
        className={`flex flex-1 flex-col ${drawing ? 'px-2 py-5 transition-colors group-hover:bg-sheet sm:px-5' : 'pt-6 pb-2'}`}
      >
        <p className="text-fine text-muted wrap-anywhere">{blog.author}</p>
        <Heading
          id={questionId}
          className="mt-2 font-bold text-lead leading-snug tracking-tight decoration-2 decoration-signal underline-offset-4 wrap-anywhere group-hover:underline"
        >
          {joinUnits(blog.question)}
        </Heading>
        <p className="mt-3 wrap-anywhere">{joinUnits(blog.short_description)}</p>
        <div className="mt-auto pt-5">
          <Tags tags={blog.tags} />
          <Link
            to={`/blog/${blog._id}`}
            prefetch={usePrefetch(`/blog/${blog._id}`)}
            aria-describedby={questionId}
            className="mt-2 inline-flex min-h-11 items-center font-semibold text-signal underline decoration-2 underline-offset-4 after:absolute after:inset-0 group-hover:text-signal-pressed"
          >
            {copy.home.readMore}
          </Link>
        </div>
      </div>
    </article>
  );
}
