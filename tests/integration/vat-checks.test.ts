import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createShop } from '#src/app/composition-root.server.ts';
import { taxRates } from '#src/features/taxes/tables.server.ts';
import { deleteOldVatChecks } from '#src/features/vat-checks/queries.server.ts';
import { createVatChecker } from '#src/features/vat-checks/vat-checker.server.ts';
import { RegisterAway } from '#src/features/vat-checks/vat-register.ts';
import { createVies } from '#src/features/vat-checks/vies.server.ts';
import { findOwnVatId } from '#src/flows/taxes/own-vat-id.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { type FakeVies, startFakeVies } from '#tests/support/fake-vies.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { createTool, objectBody, statusAndCode, type TestTool } from './order-helpers.ts';
import { createTradingShop, payPurchase } from './purchase-helpers.ts';

const FRENCH = 'FR40303265045';
const GREEK = 'EL094259216';
const NORTHERN_IRISH = 'XI980780684';

let vies: FakeVies;
let shop: TestShop;
let admin: TestUser;
let ada: TestUser;
let hammer: TestTool;

beforeAll(async () => {
  vies = await startFakeVies();
  ({ shop, admin, ada } = await createTradingShop({
    settings: { tax: { kind: 'table' }, vatCheck: { kind: 'vies', url: vies.url } },
  }));
  hammer = await createTool(shop, {
    itemName: 'Hammer',
    quantity: 10_000,
    minOrderQuantity: 1,
    unitPriceMinor: 10_000,
  });
  const place = { region: '', postalFrom: '', postalTo: '', isAdded: false, validFrom: '2020-01-01' };
  const vat = { ...place, name: 'VAT', taxClass: 'standard', country: 'DE', rate: 190_000 };
  await shop.database.db.insert(taxRates).values({ ...vat, id: newIdentifier() });
  await shop.context.taxRates.reload();
});
afterAll(async () => {
  await vies.close();
  await checkAndClose(shop);
});
beforeEach(async () => {
  Object.assign(vies, { asked: [], registered: new Set([FRENCH, GREEK, NORTHERN_IRISH]), fault: null, delayMs: 0 });
  await shop.sql`delete from vat_checks`;
  await shop.sql`delete from addresses`;
  await setSettings({});
});

async function setSettings(more: object) {
  const values = { country: 'Germany', taxNumber: 'VAT ID: DE 136 695 976', reverseCharge: 'on', ...more };
  await shop.query('update shop_settings set version = version + 1, values = $1', [JSON.stringify(values)]);
  await shop.context.shopSettings.reload();
}

const lines = () => [{ toolId: hammer.id, quantity: 1 }];
const paris = (vatId: string) => ({
  ...{ name: 'Jean Dupont', company: 'Ateliers Dupont', line1: '1 rue de la Forge', city: 'Paris' },
  ...{ postalCode: '75011', country: 'FR', region: '', vatId },
});
const addAddress = async (vatId: string) => {
  const stored = await shop.call('POST', '/addresses', { token: ada.token, body: paris(vatId) });
  expect(stored.status).toBe(201);
  return String(objectBody(stored).insertedId);
};
const estimate = async (vatId: string, token?: string) =>
  objectBody(await shop.call('POST', '/purchases/estimate', { token, body: { lines: lines(), country: 'FR', vatId } }));
const order = async (addressId: string, body: object = {}) =>
  shop.call('POST', '/purchases', { token: ada.token, body: { lines: lines(), addressId, ...body } });
const proofOf = async (id: unknown) =>
  (await shop.sql<{ proof: object }>`select charges -> 'taxProof' as proof from purchases where id = ${String(id)}`)[0]
    ?.proof;
const forgetPause = () =>
  shop.sql`update vat_checks set failed_at = failed_at - interval '31 seconds', asked_at = asked_at - interval '31 seconds'`;

describe('a VAT ID is asked about', () => {
  test('once it is in an address, in the name of the shop, and the answer is kept with its consultation number', async () => {
    await addAddress(FRENCH);
    expect(vies.asked).toEqual([
      {
        countryCode: 'FR',
        vatNumber: '40303265045',
        requesterMemberStateCode: 'DE',
        requesterNumber: '136695976',
      },
    ]);
    expect(await shop.sql`select * from vat_checks`).toMatchObject([
      {
        vat_id: FRENCH,
        is_valid: true,
        name: 'ATELIERS DUPONT',
        address: '1 RUE DE LA FORGE\n75011 PARIS',
        consultation_number: 'WAPI1',
        failed_at: null,
      },
    ]);
    await order(await addAddress(FRENCH));
    expect(vies.asked).toHaveLength(1);
  });

  test('and an order that relies on it keeps the proof, which staff can read', async () => {
    const placed = objectBody(await order(await addAddress(FRENCH), { total: '100.00' }));
    expect(placed.totals).toMatchObject({ tax: '0.00', total: '100.00' });
    const proof = {
      vatId: FRENCH,
      state: 'valid',
      checkedAt: expect.stringMatching(/^20.*Z$/),
      consultationNumber: 'WAPI1',
    };
    expect(await proofOf(placed.insertedId)).toEqual({ exemptionId: null, vatCheck: proof });
    const read = await shop.call('GET', `/purchases/${placed.insertedId}`, { token: admin.token });
    expect(objectBody(read)).toMatchObject({
      taxNote: expect.stringContaining('intra-community'),
      vatCheck: proof,
    });
    await payPurchase(shop, ada, { id: placed.insertedId, orders: placed.orders } as never);
  });

  test('of Greece and Northern Ireland by the prefixes that VIES knows', async () => {
    for (const vatId of [GREEK, NORTHERN_IRISH]) expect((await estimate(vatId, ada.token)).total).toBe('100.00');
    expect(vies.asked.map(({ countryCode }) => countryCode)).toEqual(['EL', 'XI']);
  });

  test('again when the answer is old: after 30 days, or after one if it was not registered', async () => {
    await estimate(FRENCH, ada.token);
    const age = (interval: string) =>
      shop.query(
        `update vat_checks set checked_at = checked_at - interval '${interval}', asked_at = asked_at - interval '${interval}'`,
      );
    await age('29 days');
    await estimate(FRENCH, ada.token);
    expect(vies.asked).toHaveLength(1);
    await age('1 day');
    vies.registered.clear();
    expect((await estimate(FRENCH, ada.token)).total).toBe('119.00');
    expect(vies.asked).toHaveLength(2);
    vies.registered.add(FRENCH);
    await age('1 day');
    expect((await estimate(FRENCH, ada.token)).total).toBe('100.00');
    expect(vies.asked).toHaveLength(3);
  });

  test('once for many requests at the same time, in several processes', async () => {
    vies.delayMs = 300;
    const other = createShop({ ...shop.parts, log: createLog('silent') }).context.vatChecker;
    const asker = { userId: ada.userId, clientAddress: '203.0.113.7' };
    const checks = Array.from({ length: 20 }, (_, at) =>
      (at % 2 === 0 ? shop.context.vatChecker : other)?.check(FRENCH, asker),
    );
    expect(new Set((await Promise.all(checks)).map((check) => check?.state))).toEqual(new Set(['valid']));
    expect(vies.asked).toHaveLength(1);
  });
});

describe('nobody gets around the register', () => {
  const monitor = { up() {}, down() {} };
  const parts = () => ({ db: shop.database.db, limits: shop.context.limits, monitor, getRequester: () => null });
  const asker = (userId: string) => ({ userId, clientAddress: '203.0.113.7' });

  test('by deleting an account with the same number while it answers', async () => {
    vies.registered.clear();
    vies.delayMs = 600;
    const asking = estimate(FRENCH, ada.token);
    await expect.poll(() => vies.asked.length).toBe(1);
    await shop.sql`delete from vat_checks where vat_id = ${FRENCH}`;
    expect((await asking).total).toBe('119.00');
    expect(await shop.sql`select is_valid from vat_checks`).toEqual([{ is_valid: false }]);
  });

  test('by waiting in one process for an answer that another one was refused', async () => {
    let free = () => {};
    const held = new Promise<void>((resolve) => {
      free = resolve;
    });
    const answer = { isValid: false, name: '', address: '', consultationNumber: '' };
    const full = createVatChecker({ ...parts(), register: { ask: () => held.then(() => answer) } });
    const other = createVatChecker({ ...parts(), register: { ask: async () => answer } });
    const taking = Array.from({ length: 4 }, (_, at) => full.check(`FR0000000000${at}`, asker(`taker ${at}`)));
    await expect.poll(() => shop.sql`select vat_id from vat_checks`).toHaveLength(4);
    const checks = await Promise.all([full.check(FRENCH, asker('eve')), other.check(FRENCH, asker('eve'))]);
    // Whoever has no place may still read the other's answer, if that is faster, but is never believed.
    expect(['refused', 'invalid']).toContain(checks[0]?.state);
    expect(checks[1]?.state).toBe('invalid');
    free();
    await Promise.all(taking);
  });

  test('by having others wait for somebody whose row has been erased', async () => {
    let asked = 0;
    const register = {
      async ask() {
        asked += 1;
        return { isValid: false, name: '', address: '', consultationNumber: '' };
      },
    };
    await shop.sql`insert into vat_checks (vat_id) values (${FRENCH})`;
    const checking = createVatChecker({ ...parts(), register }).check(FRENCH, asker('eve'));
    await pause(300);
    expect(asked).toBe(0);
    await shop.sql`delete from vat_checks`;
    expect((await checking).state).toBe('invalid');
  });

  test('while the database is too slow to say whether anybody asks', async () => {
    const slow = new Proxy(shop.database.db, {
      get(target, name) {
        if (name === 'insert') return () => ({ values: () => ({ onConflictDoUpdate: () => ({ returning: never }) }) });
        const value = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const never = () => new Promise<never>(() => {});
    const checker = createVatChecker({ ...parts(), db: slow, register: { ask: never }, maxWaitMs: 200 });
    expect((await checker.check(FRENCH, asker('eve'))).state).toBe('refused');
  });

  test('and one account beyond its own limit leaves the rest of its network theirs', async () => {
    const consumed: string[] = [];
    const limits = {
      async consume(name: string, key: string) {
        consumed.push(`${name} ${key}`);
        return name === 'vatCheck' && key === 'eve' ? 60 : null;
      },
    };
    const checker = createVatChecker({ ...parts(), limits, register: createVies(vies.url) });
    expect((await checker.check(GREEK, asker('eve'))).state).toBe('refused');
    expect(consumed).toEqual(['vatCheck eve']);
    expect((await checker.check(GREEK, asker('ann'))).state).toBe('valid');
  });
});

describe('nobody is asked', () => {
  test('for an estimate without a sign-in, which does not tell either what others were answered', async () => {
    for (const [unverifiedVatId, total] of [
      ['charge', '119.00'],
      ['accept', '100.00'],
    ]) {
      await setSettings({ unverifiedVatId });
      await shop.sql`delete from vat_checks`;
      const before = await estimate(FRENCH);
      expect(before.total).toBe(total);
      if (unverifiedVatId === 'charge')
        expect(before.notes).toEqual([expect.stringContaining('is checked once you have signed in')]);
      expect((await estimate(FRENCH, 'not-a-token')).total).toBe(total);
      vies.asked = [];
      expect((await estimate(FRENCH, ada.token)).total).toBe('100.00');
      expect(vies.asked).toHaveLength(1);
      expect(await estimate(FRENCH)).toEqual(before);
      await shop.sql`update vat_checks set is_valid = false`;
      expect(await estimate(FRENCH)).toEqual(before);
      expect(vies.asked).toHaveLength(1);
    }
  });

  test.each([
    ['a number of the shop’s own country', 'DE136695976', {}],
    ['wrong check digits', 'FR40303265046', {}],
    ['a shop that charges these businesses anyway', FRENCH, { reverseCharge: 'off' }],
    ['a small business', FRENCH, { smallBusiness: 'on' }],
  ])('about %s', async (_what, vatId, settings) => {
    await setSettings(settings);
    await estimate(vatId, ada.token);
    expect(vies.asked).toEqual([]);
  });

  test('beyond the limit of an account, which is then charged tax, whatever the setting says', async () => {
    const consume = async () => (asked++ < 2 ? null : 60);
    let asked = 0;
    const checker = createVatChecker({
      db: shop.database.db,
      register: createVies(vies.url),
      limits: { consume },
      monitor: { up() {}, down() {} },
      getRequester: () => null,
    });
    const limited = { ...shop.context, vatChecker: checker };
    const { readTaxBuyer } = await import('#src/flows/taxes/read-tax-buyer.server.ts');
    const read = (vatId: string) =>
      readTaxBuyer(limited, {
        userId: ada.userId,
        vatId,
        destination: { country: 'FR', region: '', postalCode: '75011' },
        asker: { userId: ada.userId, clientAddress: '203.0.113.7' },
      });
    expect(await read(FRENCH)).toMatchObject({ isVatIdValid: true, vatCheck: { state: 'valid' } });
    expect(await read(GREEK)).toMatchObject({ isVatIdValid: false, vatCheck: { state: 'refused' } });
    expect(await read(FRENCH)).toMatchObject({ isVatIdValid: true });
    expect(vies.asked).toHaveLength(1);
  });

  test('about more than four numbers of a network at a time, and the others are charged tax, too', async () => {
    vies.delayMs = 400;
    const numbers = [FRENCH, GREEK, NORTHERN_IRISH, 'ATU13585627', 'BE0403019261', 'IT00743110157'];
    const asker = { userId: ada.userId, clientAddress: '203.0.113.7' };
    const checks = await Promise.all(numbers.map((vatId) => shop.context.vatChecker?.check(vatId, asker)));
    expect(checks.filter((check) => check?.state === 'refused')).toHaveLength(2);
    expect(vies.asked).toHaveLength(4);
    vies.delayMs = 0;
    const again = await Promise.all(numbers.slice(3).map((vatId) => shop.context.vatChecker?.check(vatId, asker)));
    expect(again.map((check) => check?.state)).toEqual(['invalid', 'invalid', 'invalid']);
  });

  test('again and again while VIES does not answer, so that the limit is not used up', async () => {
    vies.fault = 'MS_UNAVAILABLE';
    let counted = 0;
    const checker = createVatChecker({
      db: shop.database.db,
      register: createVies(vies.url),
      limits: { consume: async () => (counted++ < 2 ? null : 60) },
      monitor: { up() {}, down() {} },
      getRequester: () => null,
    });
    const asker = { userId: ada.userId, clientAddress: '203.0.113.7' };
    for (let at = 0; at < 4; at += 1) expect((await checker.check(FRENCH, asker)).state).toBe('unverified');
    expect([counted, vies.asked.length]).toEqual([2, 1]);
  });

  test('while tax is off, which costs no query', async () => {
    const { NO_TAX_BUYER, readTaxBuyer } = await import('#src/flows/taxes/read-tax-buyer.server.ts');
    const off = { ...shop.context, settings: { ...shop.context.settings, tax: 'off' as const }, db: null as never };
    const buyer = { userId: ada.userId, vatId: FRENCH, destination: null, asker: ada as never };
    expect(await readTaxBuyer(off, buyer)).toBe(NO_TAX_BUYER);
  });
});

describe('a number that is not registered', () => {
  test('is charged tax and told why, also by an order', async () => {
    vies.registered.clear();
    const { total, notes } = await estimate(FRENCH, ada.token);
    expect(total).toBe('119.00');
    expect(notes).toEqual([expect.stringContaining(`${FRENCH} is not registered at VIES`)]);
    const address = await addAddress(FRENCH);
    const refused = await order(address, { total: '100.00' });
    expect([statusAndCode(refused), objectBody(refused).total]).toEqual(['409 price_changed', '119.00']);
    const placed = objectBody(await order(address, { total: '119.00' }));
    expect(await proofOf(placed.insertedId)).toMatchObject({ vatCheck: { state: 'invalid' } });
    const [row] =
      await shop.sql`select charges ->> 'taxNote' as note from purchases where id = ${String(placed.insertedId)}`;
    expect(row).toEqual({ note: null });
  });
});

describe('while VIES does not answer', () => {
  const faults = ['MS_UNAVAILABLE', 'GLOBAL_MAX_CONCURRENT_REQ', 'SERVICE_UNAVAILABLE', '<html>502</html>'];
  test.each(faults)('(%s) the check digits suffice, unless the owner charges tax', async (fault) => {
    vies.fault = fault;
    expect(await estimate(FRENCH, ada.token)).toMatchObject({ total: '100.00' });
    await setSettings({ unverifiedVatId: 'charge' });
    const { total, notes } = await estimate(FRENCH, ada.token);
    expect(total).toBe('119.00');
    expect(notes).toEqual([expect.stringMatching(/VIES could not say whether .* try again in a minute/)]);
    const port = shop.context.health.statuses().find(({ dependency }) => dependency === 'vat_check');
    expect(port).toMatchObject({ health: 'down', reason: expect.stringContaining('VIES') });
  });

  test('it is not asked again at once, and an order keeps that it was not checked', async () => {
    vies.fault = 'MS_UNAVAILABLE';
    const placed = objectBody(await order(await addAddress(FRENCH), { total: '100.00' }));
    expect(vies.asked).toHaveLength(1);
    expect(await proofOf(placed.insertedId)).toMatchObject({ vatCheck: { state: 'unverified', checkedAt: null } });
    vies.fault = null;
    await forgetPause();
    await estimate(FRENCH, ada.token);
    expect(vies.asked).toHaveLength(2);
  });

  test('nobody waits longer than the bound, and a late answer counts the next time', async () => {
    vies.delayMs = 800;
    const checker = createVatChecker({
      db: shop.database.db,
      register: createVies(vies.url),
      limits: shop.context.limits,
      monitor: { up() {}, down() {} },
      getRequester: () => null,
      maxWaitMs: 200,
    });
    const asker = { userId: ada.userId, clientAddress: '203.0.113.7' };
    const start = performance.now();
    expect((await checker.check(FRENCH, asker)).state).toBe('unverified');
    expect(performance.now() - start).toBeLessThan(700);
    await expect.poll(() => shop.sql`select is_valid from vat_checks`).toEqual([{ is_valid: true }]);
    expect((await checker.check(FRENCH, asker)).state).toBe('valid');
    expect(vies.asked).toHaveLength(1);
  });
});

describe('the protocol of VIES', () => {
  test('a wrong number of the shop’s own is no reason to doubt the buyer’s', async () => {
    vies.fault = 'INVALID_REQUESTER_INFO';
    const answer = await createVies(vies.url).ask(FRENCH, 'DE136695976');
    expect(answer).toMatchObject({ isValid: true, consultationNumber: '' });
    expect(vies.asked).toHaveLength(2);
  });

  test('a number that cannot exist is not registered, and every other error is no answer', async () => {
    vies.fault = 'INVALID_INPUT';
    expect(await createVies(vies.url).ask(FRENCH, null)).toMatchObject({ isValid: false, name: '' });
    for (const fault of ['TIMEOUT', 'IP_BLOCKED', 'VAT_BLOCKED', '{"valid":"yes"}']) {
      vies.fault = fault;
      await expect(createVies(vies.url).ask(FRENCH, null)).rejects.toBeInstanceOf(RegisterAway);
    }
    vies.fault = 'silence';
    await expect(createVies(vies.url, 100).ask(FRENCH, null)).rejects.toThrow('VIES did not respond in time.');
    await expect(createVies('http://127.0.0.1:9').ask(FRENCH, null)).rejects.toThrow('VIES cannot be reached.');
  });

  test.each([
    ['VAT ID: DE 136 695 976', 'DE136695976'],
    ['DE136695976', 'DE136695976'],
    ['Steuernummer 12/345/67890', null],
    ['', null],
  ])('the shop’s VAT ID is found in “%s”', (taxNumber, expected) => {
    expect(findOwnVatId({ ...shop.context.getCompany(), taxNumber })).toBe(expected);
  });
});

test('answers that nobody asked for in two months are deleted', async () => {
  await estimate(FRENCH, ada.token);
  await estimate(GREEK, ada.token);
  await shop.sql`update vat_checks set asked_at = now() - interval '61 days' where vat_id = ${FRENCH}`;
  expect(await deleteOldVatChecks(shop.database.db)).toBe(1);
  expect(await shop.sql`select vat_id from vat_checks`).toEqual([{ vat_id: GREEK }]);
});
