import { expect, type Page } from '@playwright/test';
import { sendRequest, signInAdmin } from '#tests/support/running-shop.ts';
import { expectAccessible, fetchJson, signInAsAdmin, type Tool, tabTo, test } from './fixtures.ts';
import { addTool } from './tool-helpers.ts';

/** Makes a word that occurs in no tool and resembles no other word. */
const makeWord = () => Array.from({ length: 12 }, () => 'qxzwkjvy'[Math.floor(Math.random() * 8)]).join('');

const getStatus = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const getGroups = (page: Page) => page.getByRole('list', { name: 'Word groups' });

test('an owner sees a search without results, adds synonyms, and the search then finds the tool', async ({
  page,
  shop,
}) => {
  const [wanted, known] = [makeWord(), makeWord()];
  await addTool(shop, { itemName: `Puller ${known}` });
  const search = () => fetchJson<Tool[]>(shop, `/tools?q=${wanted}`);
  expect(await search()).toEqual([]);

  await signInAsAdmin(page);
  await page.goto('/dashboard/overview');
  await page.getByRole('navigation').getByRole('link', { name: 'Search', exact: true }).click();
  await page.goto('/dashboard/search?sort=-last');
  const row = page.getByRole('row', { name: wanted });
  await expect(row).toContainText('1');
  await expect(row.getByRole('link', { name: 'Try it' })).toHaveAttribute('href', `/tools?q=${wanted}`);
  await row.getByRole('button', { name: 'Add synonyms' }).click();
  const form = page.getByRole('form', { name: 'Words that mean the same' });
  await expect(form.getByLabel('Words or phrases')).toBeFocused();
  // The search is already filled in.
  await page.keyboard.type(known);
  await expect(form.getByRole('region', { name: 'Current results' })).toContainText('1 tool');
  await tabTo(page, form.getByRole('button', { name: 'Save words' }));
  await page.keyboard.press('Enter');
  await expect(getStatus(page, `“${wanted}” now finds 1 tool`)).toBeFocused();
  await expect(row).toHaveCount(0);
  expect((await search()).map(({ itemName }) => itemName)).toEqual([`Puller ${known}`]);

  await page.getByLabel('Find a word').fill(wanted.toUpperCase());
  await expect(getGroups(page).getByRole('listitem')).toHaveText(new RegExp(`${wanted} = ${known}`));
  await expectAccessible(page);
  await getGroups(page).getByRole('button', { name: 'Remove' }).click();
  await expect(getStatus(page, 'Removed: ')).toBeFocused();
  expect(await search()).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(getStatus(page, 'Restored: ')).toBeVisible();
  expect(await search()).toHaveLength(1);
});

test('when two admins change the same synonyms, the second sees the first one’s version before replacing it', async ({
  page,
  shop,
}) => {
  const [one, other, third] = [makeWord(), makeWord(), makeWord()];
  const token = await signInAdmin(shop.origin);
  const url = `${shop.origin}/api/search/synonyms`;
  const added = await sendRequest('POST', url, { terms: [one, other] }, token);
  const { insertedId } = (await added.json()) as { insertedId: string };
  await signInAsAdmin(page);
  await page.goto('/dashboard/search');
  await page.getByLabel('Find a word').fill(one);
  await getGroups(page).getByRole('button', { name: 'Change' }).click();
  const form = page.getByRole('form', { name: 'Change these words' });
  await form.getByLabel('Words or phrases').fill(`${one}\nspirit levels`);
  await form.getByRole('button', { name: 'Save words' }).click();
  await expect(form.getByLabel('Words or phrases')).toHaveAccessibleDescription(/is already in “spirit level, /);
  await sendRequest('PATCH', `${url}/${insertedId}`, { terms: [one, third], version: 1 }, token);
  await form.getByLabel('Words or phrases').fill(`${one}\n${other}x`);
  await form.getByRole('button', { name: 'Save words' }).click();
  await expect(form.getByRole('alert')).toContainText('Someone else has changed these words');
  await expect(form.getByRole('region', { name: 'Current version' })).toHaveText(new RegExp(`${one}, ${third}`));
  await form.getByRole('button', { name: 'Save words' }).click();
  await expect(getStatus(page, `Saved: ${one}, ${other}x.`)).toBeFocused();
  await expect(getGroups(page).getByRole('listitem')).toHaveText(new RegExp(`${one} = ${other}x`));
});

test('an owner dismisses a search that needs no more attention', async ({ page, shop }) => {
  const word = makeWord();
  await fetchJson(shop, `/tools?q=${word}`);
  await signInAsAdmin(page);
  await page.goto('/dashboard/search?sort=-last');
  const row = page.getByRole('row', { name: word });
  await row.getByRole('button', { name: 'Dismiss' }).click();
  await expect(getStatus(page, `“${word}” was dismissed.`)).toBeFocused();
  await expect(row).toHaveCount(0);
});
