import { beforeEach, expect, test, vi } from 'vitest';
import type { Company } from '#src/shared/company.ts';
import { readMailText } from './render-mail.server.ts';
import { renderTemplate } from './templates/render-template.tsx';

const COMPANY: Company = {
  name: 'Ironmonger',
  legalName: 'Ironmonger Tool Company',
  address: [],
  taxNumber: null,
  phone: { formatted: '+1', uri: '+1' },
  email: 'sales@ironmonger.example',
  hours: '',
  timeZone: 'UTC',
  location: { latitude: 0, longitude: 0 },
  headline: 'Hand tools',
  foundedIn: null,
  copyrightYear: null,
  deliversTo: [],
};

vi.mock('./templates/render-template.tsx', { spy: true });
beforeEach(() => void vi.mocked(renderTemplate).mockReset());

test('an email is rendered once, and once more after its link was removed', async () => {
  const mail = { id: 'aB3', kind: 'reset_password' as const, subject: 'x', text: null };
  const read = (url: string | null) => readMailText({ ...mail, data: { url } }, 'https://shop.example', COMPANY);
  for (const _ of [1, 2, 3]) expect(await read('https://shop.example/reset#canary')).toContain('canary');
  expect(renderTemplate).toHaveBeenCalledTimes(1);
  for (const _ of [1, 2]) expect(await read(null)).not.toContain('canary');
  expect(renderTemplate).toHaveBeenCalledTimes(2);
});

test('the cache holds a thousand emails and drops the oldest', async () => {
  const read = (id: number) =>
    readMailText(
      { id: `m${id}`, kind: 'account_exists', subject: 'x', data: {}, text: null },
      'https://shop.example',
      COMPANY,
    );
  vi.mocked(renderTemplate).mockResolvedValue({ html: '', text: 'x' });
  for (let id = 0; id <= 1_000; id += 1) await read(id);
  await read(1_000);
  expect(renderTemplate).toHaveBeenCalledTimes(1_001);
  await read(0);
  expect(renderTemplate).toHaveBeenCalledTimes(1_002);
});

test('an email is rendered again after the company data has changed', async () => {
  const mail = { id: 'cD4', kind: 'account_exists' as const, subject: 'x', data: {}, text: null };
  const read = (company: Company) => readMailText(mail, 'https://shop.example', company);
  expect(await read(COMPANY)).toContain('Ironmonger Tool Company');
  expect(await read({ ...COMPANY, legalName: 'Vise and Sons' })).toContain('Vise and Sons');
});
