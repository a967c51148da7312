import { site } from '#src/shared/site-messages.ts';
import type { Blog } from '../contract.ts';
import { Tags } from './tags.tsx';

/** A post in full: the question as the page's heading, its answer in parts beside their titles. */
export function BlogArticle({ blog }: { blog: Blog }) {
  return (
    <article className="frame pt-10 pb-20 lg:pt-16">
      <header className="border-ink border-b pb-8">
        <p className="text-muted">
          {site.blog.by} {blog.author}
        </p>
        <h1 className="mt-3 max-w-4xl font-bold text-head tracking-tight">{blog.question}</h1>
        <p className="mt-5 max-w-3xl text-lead text-muted">{blog.short_description}</p>
      </header>
      {blog.detail.map((part) => (
        <section
          key={part.title}
          className="grid gap-x-12 gap-y-3 border-line border-b py-8 [counter-increment:part] lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)]"
        >
          <h2 className="flex items-baseline gap-4 font-bold text-lead leading-snug tracking-tight before:font-mono before:font-normal before:text-fine before:text-signal before:content-[counter(part,decimal-leading-zero)]">
            {part.title}
          </h2>
          <p className="max-w-prose whitespace-pre-line">{part.description}</p>
        </section>
      ))}
      <div className="mt-8">
        <Tags tags={blog.tags} />
      </div>
    </article>
  );
}
