import { TextSection } from '#src/shared/ui/page.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { BlogPost } from '../contract.ts';
import { blogCopy } from '../copy.ts';
import { AllPostsLink } from './all-posts-link.tsx';
import { Tags } from './tags.tsx';

/** A whole post: the question as the page's heading, then the sections of its answer. */
export function BlogArticle({ blog }: { blog: BlogPost }) {
  return (
    <article className="frame pt-10 pb-20 [counter-reset:part] lg:pt-16">
      <header className="border-ink border-b pb-8">
        <AllPostsLink back className="-mt-3 mb-3" />
        <p className="text-muted">
          {blogCopy.by} {blog.author}
        </p>
        <h1 className="mt-3 max-w-4xl font-bold text-head tracking-tight">{joinUnits(blog.question)}</h1>
        <p className="mt-5 max-w-3xl text-lead text-muted">{joinUnits(blog.short_description)}</p>
      </header>
      {blog.detail.map((part) => (
        <TextSection key={part.title} title={joinUnits(part.title)} numbered>
          <p className="max-w-prose whitespace-pre-line">{joinUnits(part.description)}</p>
        </TextSection>
      ))}
      <div className="mt-8">
        <Tags tags={blog.tags} />
      </div>
    </article>
  );
}
