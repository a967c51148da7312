/** The texts of the blog's pages, without the posts. */
export const blogCopy = {
  by: 'By',
  more: 'More from the blog',
  title: 'Blog',
  olderTitle: 'Blog: older posts',
  text: 'What buyers ask about tools, and what the people who make them answer.',
  description:
    'Answers to buyers’ questions about hand tools: how to choose, measure, sharpen and order them, with figures.',
  pages: 'More posts',
  older: 'Older posts',
  newest: 'Newest posts',
  none: { title: 'No posts yet', text: 'Answers to buyers’ questions are published here, one at a time.' },
} as const;
