import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { DateOnly, DateTime } from './date-time.tsx';

const AT = '2026-11-24T02:05:00.000Z';

test('the server shows times in UTC regardless of its own time zone, as the browser does during hydration', () => {
  const text = (html: string) => html.replaceAll(/<[^>]+>/g, '');
  expect(text(renderToString(<DateTime at={AT} />))).toBe('Nov 24, 2026, 2:05 AM UTC');
  expect(text(renderToString(<DateOnly at={AT} />))).toBe('Nov 24, 2026');
  expect(renderToString(<DateOnly at={AT} />)).toContain('title="Nov 24, 2026, 2:05 AM UTC"');
});
