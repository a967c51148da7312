import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { AddressChoice, ANOTHER_ADDRESS, SAME_ADDRESS } from './address-choice.tsx';

const book = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ _id: `id${at}`, label: '', lines: [`Ada ${at}`, '1 Main Street'] }));

function render(count: number, more: Partial<Parameters<typeof AddressChoice>[0]> = {}) {
  const html = renderToString(
    <AddressChoice legend="Ship to" name="to" addresses={book(count)} value="" onChange={() => {}} {...more}>
      <input name="typed" />
    </AddressChoice>,
  );
  const radios = [...html.matchAll(/<input type="radio"[^>]*>/g)].map(([tag]) => tag);
  return {
    html,
    values: radios.map((tag) => /value="([^"]*)"/.exec(tag)?.[1]),
    checked: radios.filter((tag) => tag.includes('checked=""')).map((tag) => /value="([^"]*)"/.exec(tag)?.[1]),
    hasFields: html.includes('name="typed"'),
  };
}

describe('the choice of an address', () => {
  test('offers the book and another address, and shows the fields when the latter is chosen', () => {
    expect(render(2, { value: 'id1' })).toMatchObject({
      values: ['id0', 'id1', ANOTHER_ADDRESS],
      checked: ['id1'],
      hasFields: false,
    });
    expect(render(2, { value: ANOTHER_ADDRESS })).toMatchObject({ checked: [ANOTHER_ADDRESS], hasFields: true });
  });

  test('has only the fields if the book is empty, unless the address can be the same as another one', () => {
    expect(render(0)).toMatchObject({ values: [], hasFields: true });
    expect(render(0, { offersSame: true, value: SAME_ADDRESS })).toMatchObject({
      values: [SAME_ADDRESS, ANOTHER_ADDRESS],
      checked: [SAME_ADDRESS],
      hasFields: false,
    });
  });

  test('shows only a few of many, including the chosen one', () => {
    const { values, html } = render(12, { value: 'id9' });
    expect(values).toEqual(['id0', 'id1', 'id2', 'id3', 'id9', ANOTHER_ADDRESS]);
    expect(html).toContain('Show all 12 addresses');
    expect(render(4).html).not.toContain('Show all');
  });

  test('associates its error with the choice', () => {
    const { html } = render(1, { error: 'Please choose one.' });
    const id = /aria-describedby="([^"]+)"/.exec(html)?.[1];
    expect(html).toContain(`<p id="${id}"`);
    expect(html).toContain('aria-invalid="true"');
  });
});
