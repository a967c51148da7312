import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchByRelevance, type ToolSearchResult } from '#src/features/catalogue/search/search-tools.server.ts';
import { seedTool } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop } from '#tests/support/shop.ts';
import { toSearchQuery } from './list-helpers.ts';

let shop: TestShop;

const TOOLS = [
  { itemName: 'PTFE thread seal tape 12 mm x 12 m', about: 'Seals threads of water pipes.' },
  { itemName: 'Surveyor’s tape, 30 m', about: 'Fiberglass.' },
  { itemName: 'Tenon saw, brass back', about: 'Where a hacksaw is too coarse.' },
  { itemName: 'Panel saw, 22 in', about: 'Stiffened by its back.' },
  { itemName: 'Hacksaw frame, 300 mm', about: 'For metal.' },
  { itemName: 'Cable tie 200 mm, black', about: 'A pack of 100.' },
  { itemName: 'Rubber cable H07RN-F, 25 m', about: 'It is hung up by its ties.' },
  { itemName: 'Demolition hammer SDS-max, 1300 W', about: 'Opens walls.' },
  { itemName: 'Sledge hammer, 5 kg', about: 'For demolition.' },
  { itemName: 'Wedge anchor M10 x 90 mm', about: 'Holds in concrete.' },
  { itemName: 'Bolt cutter, 24 in', about: 'Also for mesh in concrete.' },
  { itemName: 'Wood screw 4 mm x 40 mm, T20', about: 'A box of 200.' },
  { itemName: 'Torx bit T20, 25 mm', about: 'A pack of 10.' },
  { itemName: 'Tool box 16 in, plastic', about: 'With a tray.' },
  { itemName: 'Machine screw M4, box of 100', about: 'Zinc plated.' },
  { itemName: 'Rubber mallet, 75 mm', about: 'A hammer that leaves no marks.' },
  { itemName: 'Heat gun, 2000 W', about: 'Two speeds.' },
  { itemName: 'Sharpening stone 1000/4000', about: 'For chisels and planes.' },
  { itemName: 'Bevel edge chisel, 25 mm', about: 'Sharpen it in time.' },
  { itemName: 'Cold chisel, 200 mm', about: 'For stone.' },
  { itemName: 'Angle grinder 125 mm', about: 'For metal.' },
  { itemName: 'Angel bracket, brass', about: 'For shelves.' },
  { itemName: 'Bosch work light 18 V', about: 'Lights a room.' },
  { itemName: 'Tongue and groove pliers 250 mm', about: 'Seven positions.' },
  { itemName: 'Water pump pliers 10 in', about: 'Box joint.' },
  { itemName: 'Impact drill, corded', about: 'Two gears.' },
  { itemName: 'Battery 18 V, 4 Ah', about: 'Fits all.' },
  { itemName: 'Calibration block', about: 'Marked a1 b2 c3 d4 e5 f6 g7 h8 j9 k3 m5 n7.' },
  { itemName: 'Crimping pliers for plugs, 0.5 to 10 mm²', about: 'Ratchet.' },
  { itemName: 'Wheel brush 125 mm, crimped', about: 'For rust.' },
  { itemName: 'Round shovel, D grip', about: 'Does more than a hammer.' },
  { itemName: 'Spade bit 9', about: 'For wood, with a large capacity for chips.' },
  { itemName: 'Garden hose, 4 layers', about: 'Its end has a stainless fitting for a drip pan.' },
];

const find = async (q: string) => {
  const { body } = await shop.call('GET', `/tools?${toSearchQuery(q)}`);
  return (body as { itemName: string }[]).map(({ itemName }) => itemName);
};

const search = (q: string): Promise<ToolSearchResult> =>
  searchByRelevance(shop.database.db, { q, onSale: true, near: true, limit: 20 });

beforeAll(async () => {
  shop = await createTestShop();
  for (const tool of TOOLS) await seedTool(shop.database.db, tool);
});
afterAll(() => shop.close());

describe('a typo is corrected by the words next to it', () => {
  test.each([
    // 'tenon' is just as close, and exists.
    ['telon tape', 'PTFE thread seal tape 12 mm x 12 m'],
    // 'hacksaw' is split into two words, and 'back' is just as close to 'hack'.
    ['hack saw', 'Hacksaw frame, 300 mm'],
    // Both words exist.
    ['angel grinder', 'Angle grinder 125 mm'],
    // A typo in a filler word.
    ['hammer thta leaves no marks', 'Rubber mallet, 75 mm'],
  ])('%s finds %s first', async (q, itemName) => {
    expect((await find(q))[0]).toBe(itemName);
  });
});

describe('a phrase', () => {
  test.each([
    ['jackhammer', 'Demolition hammer SDS-max, 1300 W'],
    ['zip ties', 'Cable tie 200 mm, black'],
    ['bolts for concrete', 'Wedge anchor M10 x 90 mm'],
    ['tool box', 'Tool box 16 in, plastic'],
    ['sharpen chisels', 'Sharpening stone 1000/4000'],
    // Its name contains filler words.
    ['tongue and groove pliers', 'Tongue and groove pliers 250 mm'],
    // The words after a comma do not say what the tool is.
    ['crimping tool', 'Crimping pliers for plugs, 0.5 to 10 mm²'],
    ['power tool battery', 'Battery 18 V, 4 Ah'],
  ])('%s finds %s before tools that have its words separately', async (q, itemName) => {
    expect((await find(q))[0]).toBe(itemName);
  });

  test('that few tools match is followed by tools that match one of its words', async () => {
    const found = await find('wood chisel');
    expect(found.slice(0, 2)).toEqual(['Bevel edge chisel, 25 mm', 'Cold chisel, 200 mm']);
  });

  test('with a maker before the size is about its last word', async () => {
    expect((await find('bosch 18v drill'))[0]).toBe('Impact drill, corded');
  });

  test('with a size that the shop does not have still finds the right kind of tool', async () => {
    expect((await find('wood screw 4 x 40 torx t20'))[0]).toBe('Wood screw 4 mm x 40 mm, T20');
  });
});

test('an unfinished word finds words that start with it', async () => {
  expect(await find('surv')).toEqual(['Surveyor’s tape, 30 m']);
  expect(await find('sled hammer')).toEqual(expect.arrayContaining(['Sledge hammer, 5 kg']));
});

test('a single letter at the end is not the main word', async () => {
  expect((await find('hammer d'))[0]).toMatch(/hammer/i);
});

test('a quantity is found in another unit', async () => {
  expect((await find('2 kw heat gun'))[0]).toBe('Heat gun, 2000 W');
  expect((await find('anchor 9 cm'))[0]).toBe('Wedge anchor M10 x 90 mm');
});

test('a part number with very many parts, all of which exist, is found like any other', async () => {
  expect(await find('n7-m5-k3-j9-h8-g7-f6-e5-d4-c3-b2-a1')).toEqual(['Calibration block']);
});

describe('a number without its unit', () => {
  test('is not a quantity: a number that no tool has finds nothing', async () => {
    expect(await find('4 kw')).toEqual([]);
    expect(await find('4 kw heat gun')).toEqual(['Heat gun, 2000 W']);
  });

  test('may be a size if a tool is written that way, and then is only a near match', async () => {
    expect((await find('9 mm spade bit'))[0]).toBe('Spade bit 9');
    expect((await search('9 mm spade bit')).nearest).toBe(true);
    expect((await find('4 mm wood screw'))[0]).toBe('Wood screw 4 mm x 40 mm, T20');
    expect((await search('4 mm wood screw')).matching).toBe(1);
  });
});

describe('a correction is shown', () => {
  test.each([
    ['rubbr mallet', 'rubber mallet', 'Rubber mallet, 75 mm'],
    // Nothing is cordless, but the main word exists.
    ['cordles malet', 'cordles mallet', 'Rubber mallet, 75 mm'],
  ])('of %s as %s, which finds %s', async (q, corrected, itemName) => {
    expect((await search(q)).corrected).toBe(corrected);
    expect((await find(q))[0]).toBe(itemName);
  });

  test.each([
    // 'capacity' is as close to it as a typo would be.
    ['flux capacitor', 0],
    // 'stone' differs by one letter, and no tool has all of these words.
    ['store wrench saddle', 0],
    ['capacty mallet', 1],
  ])('in %s of no word if it leads nowhere', async (q, least) => {
    const { corrected, ids } = await search(q);
    expect(corrected).toBeNull();
    expect(ids.length).toBeGreaterThanOrEqual(least);
    if (least === 0) expect(ids).toEqual([]);
  });
});

test('a correction is not shown if near matches are not shown', async () => {
  const search = { q: 'cordles malet', onSale: true, near: false, limit: 20 };
  expect(await searchByRelevance(shop.database.db, search)).toMatchObject({ ids: [], corrected: null });
});

test('a single word matches a tool that only mentions it', async () => {
  expect(await search('stainless')).toMatchObject({ matching: 1, nearest: false });
  // Two words name one thing: a drip pan is not a garden hose.
  expect(await search('drip pan')).toMatchObject({ matching: 0, nearest: true });
});
