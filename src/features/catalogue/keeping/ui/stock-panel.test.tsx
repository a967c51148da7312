import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { InventoryTool } from '../contract.ts';
import { StockPanel } from './stock-panel.tsx';

const TOOL = { _id: 't1', state: 'draft' } as InventoryTool;

test.each([true, false])('the form that adjusts the stock is shown only to those who may: %s', (mayAdjust) => {
  const panel = (
    <StockPanel
      tool={TOOL}
      totals={{ adjusted: 10, available: 7, held: 2, sold: 1 }}
      email="ada@example.com"
      stale={false}
      refresh={async () => {}}
      mayAdjust={mayAdjust}
    />
  );
  const html = renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '*', element: panel }])} />);
  expect(html).toContain('7');
  expect(html.includes('<form')).toBe(mayAdjust);
});
