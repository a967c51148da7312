import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { type Company, CompanyContext } from '#src/shared/company.ts';
import { AuditEntry } from './audit-entry.tsx';

const EVENT = {
  _id: 'e1',
  createdAt: '2026-11-24T02:05:00.000Z',
  actor: 'user',
  actorEmail: 'ada@example.com',
  actorRole: 'owner',
  action: 'tool.archived',
  subject: 'tool',
  subjectId: 't1',
  subjectName: 'Claw hammer',
  before: null,
  after: null,
  address: null,
} as const;

test.each([true, false])('an entry about a tool links to its page only for those who may keep tools: %s', (mayKeep) => {
  const html = renderToStaticMarkup(
    <CompanyContext value={{ timeZone: 'UTC' } as Company}>
      <MemoryRouter>
        <AuditEntry event={EVENT} mayKeep={mayKeep} />
      </MemoryRouter>
    </CompanyContext>,
  );
  expect(html).toContain('Claw hammer');
  expect(html.includes('href="/dashboard/products/t1"')).toBe(mayKeep);
});
