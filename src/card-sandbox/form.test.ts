import { expect, test } from 'vitest';
import { parseForm } from './form.server.ts';

const read = (text: string) => {
  const form = parseForm(text);
  return form.ok ? form.value : form.error.message;
};

test('nested names become objects and lists', () => {
  expect(read('amount=1&metadata[order]=a%20b&expand[]=x&expand[]=y&types[0]=p&types[1]=q')).toEqual({
    amount: '1',
    metadata: { order: 'a b' },
    expand: ['x', 'y'],
    types: ['p', 'q'],
  });
  expect(read('')).toEqual({});
});

test('a name such as __proto__ is treated as data', () => {
  const form = read('metadata[__proto__]=x&metadata[a]=1') as { metadata: object };
  expect(Object.keys(form.metadata)).toEqual(['__proto__', 'a']);
  expect({}).not.toHaveProperty('x');
});

test.each([
  ['a name given twice', 'a=1&a=2'],
  ['a value that is also an object', 'a=1&a[b]=2'],
  ['a bracket that never closes', 'a[b=1'],
  ['a name of only brackets', '[a]=1'],
  ['too many levels', `a${'[b]'.repeat(9)}=1`],
  ['too many names', Array.from({ length: 700 }, (_, i) => `k${i}=1`).join('&')],
])('%s is rejected', (_what, text) => {
  expect(read(text)).toMatch(/cannot be read/);
});
