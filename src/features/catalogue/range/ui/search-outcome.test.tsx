import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import type { ListNavigation } from '#src/shared/ui/list/use-list-navigation.ts';
import { NothingFound } from './search-outcome.tsx';

const list = { link: () => ({ to: '/tools' }) } as unknown as ListNavigation;
const render = (notice?: { title: string; text: string }) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <NothingFound q="KT-XX1-1 KT-XX2-1" notice={notice} list={list} />
    </MemoryRouter>,
  );

test('a list of part numbers of which none was found names each', () => {
  const html = render({ title: 'We found none of 2 part numbers', text: 'Not found: KT-XX1-1, KT-XX2-1.' });
  expect(html).toContain('We found none of 2 part numbers');
  expect(html).toContain('Not found: KT-XX1-1, KT-XX2-1.');
  expect(render()).not.toContain('Not found:');
});
