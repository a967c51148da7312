import { useId } from 'react';
import { Link } from 'react-router';
import { copy } from '#src/shared/copy.ts';
import { ellipsize } from '#src/shared/ui/truncate.ts';
import { usePrefetch } from '#src/shared/ui/use-prefetch.ts';
import { joinUnits } from '#src/shared/units.ts';
import type { BlogPost } from '../contract.ts';
import { Tags } from './tags.tsx';

type BlogCardData = Omit<BlogPost, 'detail' | 'createdAt'>;

const MAX_QUESTION_LENGTH = 50;
const MAX_SUMMARY_LENGTH = 200;

/** Keeps what a card shows of a post, with a truncated question and summary. */
export function toBlogCardData({ detail: _, createdAt: _at, ...blog }: BlogPost): BlogCardData {
  return {
    ...blog,
    question: ellipsize(blog.question, MAX_QUESTION_LENGTH),
    short_description: ellipsize(blog.short_description, MAX_SUMMARY_LENGTH),
  };
}

export function BlogCard({ blog }: { blog: BlogCardData }) {
  const questionId = useId();
  return (
    <article className="group relative flex h-full flex-col pt-6 pb-2">
      <p className="text-fine text-muted">{blog.author}</p>
      <h3
        id={questionId}
        className="mt-2 font-bold text-lead leading-snug tracking-tight decoration-2 decoration-signal underline-offset-4 group-hover:underline"
      >
        {joinUnits(blog.question)}
      </h3>
      <p className="mt-3">{joinUnits(blog.short_description)}</p>
      <div className="mt-auto pt-5">
        <Tags tags={blog.tags} />
        <Link
          to={`/blog/${blog._id}`}
          prefetch={usePrefetch()}
          aria-describedby={questionId}
          className="mt-2 inline-flex min-h-11 items-center font-semibold text-signal underline decoration-2 underline-offset-4 after:absolute after:inset-0 group-hover:text-signal-pressed"
        >
          {copy.home.readMore}
        </Link>
      </div>
    </article>
  );
}
