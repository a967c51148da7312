import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { type Company, CompanyContext } from '../company.ts';
import { DateOnly, DateTime } from './date-time.tsx';

const AT = '2026-11-24T02:05:00.000Z';

test.each([
  ['UTC', 'Nov 24, 2026', '2:05 AM UTC'],
  ['America/New_York', 'Nov 23, 2026', '9:05 PM EST'],
  ['Asia/Kuwait', 'Nov 24, 2026', '5:05 AM GMT+3'],
])(
  'the server shows times in the zone of a shop in %s, as the browser does during hydration',
  (timeZone, date, time) => {
    const render = (shown: React.ReactNode) =>
      renderToString(<CompanyContext value={{ timeZone } as Company}>{shown}</CompanyContext>);
    const text = (html: string) => html.replaceAll(/<[^>]+>/g, '');
    expect(text(render(<DateTime at={AT} />))).toBe(`${date}, ${time}`);
    expect(text(render(<DateOnly at={AT} />))).toBe(date);
    expect(render(<DateOnly at={AT} />)).toContain(`title="${date}, ${time}"`);
  },
);
