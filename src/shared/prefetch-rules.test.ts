import { describe, expect, test } from 'vitest';
import { choosePrefetchMode, isPrefetchable } from './prefetch-rules.ts';
import { toSpeculationRules } from './speculation-rules.ts';

const POST = '/blog/4LFhYP0DoWJIVu9XK6EjEyeO';

describe('prefetching', () => {
  test.each([
    '/home',
    '/tools',
    '/tools?page=2',
    '/tools/claw-hammer-16-oz',
    '/blog',
    POST,
    '/blog?before=4LFhYP0DoWJIVu9XK6EjEyeO',
    '/contact',
    '/quote',
    '/terms',
  ])('%s is allowed', (path) => expect(isPrefetchable(path)).toBe(true));

  test.each([
    '/',
    '/about',
    '/singleTool/4LFhYP0DoWJIVu9XK6EjEyeO',
    '/signIn',
    '/signIn?from=%2Fdashboard',
    '/dashboard',
    '/dashboard/myorder',
    '/tools?q=saw',
    '/tools/claw-hammer/reviews',
    '/tools?page=2&q=saw',
    '/quote?tool=abc',
    '/contact/sent',
    `${POST}/comments`,
    '/newsletter/confirm/abc',
    '/newsletter/leave/abc',
    '/alerts/new?tool=4LFhYP0DoWJIVu9XK6EjEyeO',
    '/alerts/confirm/abc',
    '/alerts/end/abc',
    '/confirmEmail/abc',
    '/resetPassword/abc',
    '/api/tools',
    '/home#map',
    '//elsewhere.example/home',
  ])('%s is not allowed', (path) => expect(isPrefetchable(path)).toBe(false));

  test('the speculation rules of documents have the same pages, and prefetch without rendering', () => {
    const { prefetch, ...others } = JSON.parse(toSpeculationRules());
    expect(others).toEqual({});
    expect(prefetch).toHaveLength(1);
    const named = prefetch[0].where.and[0].href_matches as { pathname: string; search: '' | 'page=*' | 'before=*' }[];
    const examples = { '': '', 'page=*': '?page=2', 'before=*': '?before=4LFhYP0DoWJIVu9XK6EjEyeO' };
    for (const { pathname, search } of named)
      expect(
        isPrefetchable(pathname.replace('/:id', POST.slice(5)).replace(':slug', 'claw-hammer') + examples[search]),
      ).toBe(true);
    expect(prefetch[0].where.and[1]).toEqual({ not: { href_matches: { search: '*&*' } } });
  });
});

describe('the amount of prefetching', () => {
  const plenty = { isOnline: true, saveData: false, effectiveType: '4g', deviceMemory: 8 };
  const unknown = { isOnline: true, saveData: false, effectiveType: undefined, deviceMemory: undefined };

  test.each([
    ['plenty of everything', '/tools', plenty, 'viewport'],
    ['a browser that provides no information', '/tools', unknown, 'viewport'],
    ['little memory', '/tools', { ...plenty, deviceMemory: 1 }, 'intent'],
    ['data saver', '/tools', { ...plenty, saveData: true }, 'none'],
    ['a slow network', '/tools', { ...plenty, effectiveType: '2g' }, 'none'],
    ['a very slow network', '/tools', { ...plenty, effectiveType: 'slow-2g' }, 'none'],
    ['no network', '/tools', { ...plenty, isOnline: false }, 'none'],
    ['a private page', '/dashboard', plenty, 'intent'],
    ['links without a target', null, plenty, 'intent'],
    ['a private page with data saver', '/dashboard', { ...plenty, saveData: true }, 'none'],
  ])('with %s, links to %s', (_, path, conditions, mode) => {
    expect(choosePrefetchMode(path, conditions)).toBe(mode);
  });
});
