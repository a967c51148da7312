import { describe, expect, test } from 'vitest';
import type { Company } from '#src/shared/company.ts';
import { findPagePath } from '#tests/support/page-routes.ts';
import { type EmailPurchase, toEmailPurchase } from './email-purchase.ts';
import { type Email, type EmailData, getSubject, MAIL_KINDS, type MailKind } from './mail-kinds.ts';
import { renderMail } from './render-mail.server.ts';
import { withoutSecretLinks } from './rules.ts';

const SHOP = 'https://tools.example';
const COMPANY: Company = {
  name: 'Ironmonger',
  legalName: 'Ironmonger Tool Company',
  address: ['1992 Foundry Street', 'Cleveland, OH 44114'],
  taxNumber: null,
  phone: { formatted: '+1 (216) 555-0192', uri: '+12165550192' },
  email: 'sales@ironmonger.example',
  hours: 'Monday to Friday',
  timeZone: 'UTC',
  location: { latitude: 41.5, longitude: -81.7 },
  headline: 'Hand tools',
  foundedIn: null,
  copyrightYear: null,
  deliversTo: [],
};
const ID = 'aB3dEfGh1jKlMn0pQrStUv9x';
const HOSTILE = '<script>alert(1)</script> & "Söhne" 🔧';

const order = {
  id: ID,
  name: 'Zoë Müller',
  itemName: 'Bench vise, 120 mm',
  toolId: 'tOoL',
  quantity: 1_200,
  totalMinor: 2_268_000,
};
/** An example of each email, and texts that must be in both parts. */
const EXAMPLES: { [K in MailKind]: { data: EmailData[K]; says: string[] } } = {
  order_placed: {
    data: { order, holdHours: 72 },
    says: [
      'Zoë Müller',
      'Bench vise, 120 mm',
      '1,200 pieces',
      '$22,680.00',
      '72 hours',
      `${SHOP}/tools/tOoL`,
      `/dashboard/payment/${ID}`,
    ],
  },
  order_paid: { data: { order, transactionId: 'pi_123' }, says: ['$22,680.00', ID, 'pi_123', '/dashboard/myorder'] },
  order_shipped: {
    data: {
      order,
      carrier: 'UPS',
      tracking: '1Z 999',
      trackingUrl: 'https://www.ups.com/track?tracknum=1Z999',
      toCome: [{ itemName: 'Claw hammer', quantity: 1_500 }],
      askedToCancel: true,
    },
    says: [
      'Bench vise, 120 mm',
      ID,
      `${SHOP}/tools/tOoL`,
      'UPS',
      '1Z 999',
      'https://www.ups.com/track?tracknum=1Z999',
      'Still to come',
      '1,500 ×',
      'Claw hammer',
    ],
  },
  shipment_corrected: {
    data: { order, reason: 'The crate stood in the wrong bay.' },
    says: ['1,200 pieces', 'They have not', 'The crate stood in the wrong bay.', '/dashboard/myorder'],
  },
  order_expired: { data: { order }, says: ['Bench vise, 120 mm', '/tools'] },
  order_canceled: {
    data: { order, reason: 'The vise is out of production.' },
    says: ['Bench vise, 120 mm', 'Nothing was charged', 'out of production', '/tools'],
  },
  cancel_declined: {
    data: { order, reason: 'It left an hour ago.' },
    says: ['could not', 'It left an hour ago.', '/dashboard/myorder'],
  },
  payment_failed: { data: { order }, says: ['nothing was charged', `/dashboard/payment/${ID}`] },
  payment_refunded: { data: { order }, says: ['$22,680.00', 'in full'] },
  refund_failed: {
    data: { order, amountMinor: 5_000, reopened: true },
    says: ['$50.00', 'rejected the refund', 'do not need to do anything', 'as it was before', '/dashboard/myorder'],
  },
  confirm_email: {
    data: { url: `${SHOP}/confirmEmail/t0ken?a=1&b=2` },
    says: ['/confirmEmail/t0ken?a=1&b=2', 'within one day'],
  },
  reset_password: {
    data: { url: `${SHOP}/resetPassword/t0ken` },
    says: ['/resetPassword/t0ken', 'expires in one hour'],
  },
  account_exists: { data: {}, says: ['/signIn', '/forgotPassword'] },
  quote_received: { data: {}, says: ['quote request', '/contact', 'you can ignore this email'] },
  contact_received: { data: {}, says: ['your message', '/contact', 'you can ignore this email'] },
  enquiry_notice: { data: { kind: 'quote' }, says: ['quote request', `${SHOP}/dashboard/inbox`] },
  shop_notice: {
    data: {
      notices: [
        {
          kind: 'dispute',
          number: 'IM-2026-000007',
          amountMinor: 700,
          items: '3 tools',
          answerBy: '2026-12-01T10:00:00Z',
        },
        { kind: 'paid', number: 'IM-2026-000123', amountMinor: 2_268_000, items: '1 × Bench vise', lacksAddress: true },
      ],
      counts: { dispute: 1, paid: 1_000 },
    },
    says: [
      '1 dispute to answer',
      'IM-2026-000007',
      'respond by Dec 1, 2026 UTC',
      '1,000 paid orders',
      'IM-2026-000123',
      '$22,680.00',
      'no shipping address',
      'And 999 more',
      `${SHOP}/dashboard/allorder?state=to_ship`,
    ],
  },
  stock_notice: {
    data: {
      out: 1,
      low: 3,
      tools: [
        { id: 'tOoL', itemName: 'Bench vise, 120 mm', state: 'out', available: 0 },
        { id: 'tOoL2', itemName: 'Flat file', state: 'low', available: 1 },
      ],
    },
    says: ['Bench vise, 120 mm', '1 piece', 'And 2 more', '?state=reorder'],
  },
  backup_failed: {
    data: { reason: 'The disk is full.', place: '/mnt/backups', lastMadeAt: '2026-11-27T03:00:00Z' },
    says: ['The disk is full.', '/mnt/backups', 'Nov 27, 2026 UTC', `${SHOP}/dashboard/system`],
  },
  newsletter_confirm: {
    data: { confirmUrl: `${SHOP}/newsletter/confirm/t0ken`, leaveUrl: `${SHOP}/newsletter/leave/t0ken2` },
    says: ['/newsletter/confirm/t0ken', '/newsletter/leave/t0ken2', 'seven days'],
  },
  newsletter_welcome: { data: { leaveUrl: `${SHOP}/newsletter/leave/t0ken2` }, says: ['/newsletter/leave/t0ken2'] },
  stock_alert_confirm: {
    data: {
      itemName: 'Bench vise, 120 mm',
      confirmUrl: `${SHOP}/alerts/confirm/t0ken`,
      leaveUrl: `${SHOP}/alerts/end/t0ken2`,
    },
    says: ['Bench vise, 120 mm', '/alerts/confirm/t0ken', '/alerts/end/t0ken2', 'seven days', 'once'],
  },
  exemption_decided: {
    data: {
      certificate: 'resale certificate',
      isApproved: true,
      countries: 'United States',
      until: 'Dec 31, 2027',
    },
    says: ['resale certificate', 'United States', 'Dec 31, 2027', '/dashboard/certificates'],
  },
  stock_alert: {
    data: { itemName: 'Bench vise, 120 mm', slug: 'bench-vise-120-mm', leaveUrl: `${SHOP}/alerts/end/t0ken2` },
    says: ['Bench vise, 120 mm', `${SHOP}/tools/bench-vise-120-mm`, '/alerts/end/t0ken2'],
  },
};

const render = (kind: MailKind, data: object = EXAMPLES[kind].data) =>
  renderMail({ kind, data, subject: getSubject({ kind, data } as Email, COMPANY.name), text: null }, SHOP, COMPANY);
/** Returns the text of HTML as its reader sees it, with the URLs of links. */
const readable = (html: string) => html.replaceAll('&amp;', '&').replaceAll(/<!--[\s\S]*?-->/g, '');

test.each([
  ['quote', '/dashboard/inbox'],
  ['message', '/dashboard/inbox/messages'],
])('the notice of a new %s links to its part of the inbox', async (kind, path) => {
  const { text } = await render('enquiry_notice', { kind });
  expect(text).toMatch(new RegExp(`${SHOP}${path}$`, 'm'));
});

describe.each(MAIL_KINDS)('the email %s', (kind) => {
  test('has the same content and links in HTML and in text', async () => {
    const { html, text } = await render(kind);
    for (const words of EXAMPLES[kind].says) {
      expect(readable(html)).toContain(words);
      expect(text).toContain(words);
    }
  });

  test('links to pages that exist', async () => {
    const { text } = await render(kind);
    const addresses = Array.from(text.matchAll(/https:\/\/tools\.example(\/\S*)/g), ([, address = '']) => address);
    expect(addresses.filter((address) => findPagePath(address) === '/*')).toEqual([]);
  });

  test('loads nothing, runs nothing, and has a light and a dark design', async () => {
    const { html } = await render(kind);
    expect(html).not.toMatch(/<img|<script|<link|url\(|@import|src=/i);
    expect(html).toContain('color-scheme');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).toContain('Ironmonger Tool Company');
    expect(html).toMatch(/<html[^>]+lang="en"/);
  });

  test('has a subject of one line', () => {
    expect(getSubject({ kind, data: EXAMPLES[kind].data } as Email, COMPANY.name)).toMatch(/^[^\r\n]{10,200}$/);
  });

  test('has a text part that starts with the content and repeats no URL', async () => {
    const { text } = await render(kind);
    expect(text).not.toMatch(/^Ironmonger/);
    expect(text).not.toMatch(/<\/?\w+/);
    const addresses = text.match(/https:\/\/\S+/g) ?? [];
    expect(addresses).toHaveLength(new Set(addresses).size);
  });
});

test('the first URL of an email with an action is the action’s', async () => {
  for (const kind of [
    'confirm_email',
    'reset_password',
    'newsletter_confirm',
    'stock_alert_confirm',
    'order_placed',
  ] as const) {
    const { text } = await render(kind);
    expect(/https:\S+/.exec(text)?.[0]).toMatch(/t0ken|payment/);
  }
});

test('an email about an order links to its tool, and one from an earlier version, without the tool, does not', async () => {
  expect((await render('order_paid')).html.match(/href="[^"]+tools\/tOoL"/g)).toHaveLength(2);
  const { toolId: _, ...earlier } = order;
  const { html, text } = await render('order_paid', { order: earlier, transactionId: 'pi_123' });
  expect(html + text).not.toMatch(/example\/tools|See the tool:/);
});

describe('an email about a purchase of several tools', () => {
  const lines = [
    { itemName: 'Claw hammer', toolId: 'tOoL', quantity: 10, totalMinor: 18_900 },
    { itemName: 'Flat file', toolId: 'tOoL2', quantity: 10, totalMinor: 7_000 },
  ];
  const several = { ...order, number: 'IM-2026-000123', totalMinor: 25_900, lines };

  test('lists each line with its pieces and total, and links to the order', async () => {
    for (const part of Object.values(await render('order_paid', { order: several, transactionId: 'pi_123' }))) {
      for (const words of ['Claw hammer', '$189.00', 'Flat file', '$70.00', '10 pieces', '$259.00', 'IM-2026-000123'])
        expect(readable(part)).toContain(words);
      expect(part).toContain(`${SHOP}/dashboard/orders/IM-2026-000123`);
      expect(part).not.toContain('delivery address');
    }
    const { text } = await render('order_placed', { order: several, holdHours: 72 });
    expect(/https:\S+orders\S+/.exec(text)?.[0]).toBe(`${SHOP}/dashboard/orders/IM-2026-000123`);
  });

  test('links to the order in all later emails about it', async () => {
    const reason = 'Too late.';
    const sent = [
      await render('payment_refunded', { order: several, amountMinor: 1_000 }),
      await render('cancel_declined', { order: several, reason }),
      await render('shipment_corrected', { order: several, reason }),
    ];
    for (const { text } of sent)
      expect(/https:\S+dashboard\S+/.exec(text.slice(text.indexOf('See your order')))?.[0]).toBe(
        `${SHOP}/dashboard/orders/IM-2026-000123`,
      );
  });

  test('promises no shipment of pieces that were refunded', async () => {
    const data = { order: several, reason: 'Too late.' };
    const [due, refunded] = [
      (await render('shipment_corrected', data)).text,
      (await render('shipment_corrected', { ...data, isRefunded: true })).text,
    ];
    expect([due.includes('email you when they do'), due.includes('will not ship')]).toEqual([true, false]);
    expect([refunded.includes('email you when they do'), refunded.includes('will not ship')]).toEqual([false, true]);
  });

  test('asks for the delivery address if it was paid without one', async () => {
    for (const number of ['IM-2026-000123', undefined]) {
      const data = { order: { ...several, number }, transactionId: 'pi_123', lacksAddress: true };
      const { text, html } = await render('order_paid', data);
      expect(text).toContain('where to send it');
      expect(html).toContain(number ? `/dashboard/orders/${number}` : '/dashboard/myorder');
    }
  });
});

describe('an email about a purchase with tax and shipping', () => {
  const charged: EmailPurchase = {
    ...order,
    totalMinor: 14_351,
    parts: {
      goodsMinor: 10_999,
      shipping: { name: 'Parcel', priceMinor: 600 },
      pricesInclude: 'net',
      taxes: [
        { name: 'VAT', rate: 190_000, amountMinor: 2_004 },
        { name: 'VAT', rate: 70_000, amountMinor: 748 },
      ],
    },
  };
  const both = async (kind: MailKind, data: object) => {
    const { html, text } = await render(kind, data);
    return [readable(html).replaceAll(/<[^>]+>/g, ' '), text].map((part) => part.replaceAll(/\s+/g, ' '));
  };

  test.each([
    ['order_placed', { holdHours: 72 }],
    ['order_paid', { transactionId: 'pi_123' }],
    ['order_shipped', {}],
    ['payment_refunded', { amountMinor: 100 }],
  ] as const)('lists the parts of its total: %s', async (kind, data) => {
    for (const part of await both(kind, { ...data, order: charged }))
      expect(part).toMatch(
        /Goods:? \$109\.99 Shipping: Parcel:? \$6\.00 VAT 19 %:? \$20\.04 VAT 7 %:? \$7\.48 Total:? \$143\.51/,
      );
  });

  test('says which taxes gross prices include, and what the law wants to be said', async () => {
    const { parts } = charged;
    const gross = { ...charged, parts: { ...parts, pricesInclude: 'gross', taxes: parts?.taxes.slice(0, 1) } };
    for (const part of await both('order_paid', { order: gross, transactionId: 'pi_1' }))
      expect(part).toMatch(/Total:? \$143\.51 Includes VAT 19 %:? \$20\.04/);
    const note = 'Reverse charge: the customer is liable for the VAT.';
    const relieved = { ...charged, parts: { ...parts, taxes: [], reliefMinor: 1_756, note } };
    for (const part of await both('order_placed', { order: relieved, holdHours: 72 })) {
      expect(part).toMatch(/Tax not charged:? -\$17\.56 Total/);
      expect(part).toContain(note);
    }
  });

  test('says how much shipping and tax a refund gives back', async () => {
    const data = {
      order: charged,
      amountMinor: 1_904,
      pieces: [{ itemName: 'Bench vise', quantity: 1, amountMinor: 1_190 }],
      shippingMinor: 714,
      taxes: [{ name: 'VAT', rate: 190_000, amountMinor: 304 }],
    };
    for (const part of await both('payment_refunded', data))
      expect(part).toMatch(
        /Refunded:? 1 × Bench vise, \$11\.90 Refunded:? Shipping, \$7\.14 Total refunded:? \$19\.04 Including VAT 19 %:? \$3\.04/,
      );
  });

  test('says that the pieces of a part are their value alone', async () => {
    for (const part of await both('order_shipped', { order: { ...order, isPart: true } }))
      expect(part).toMatch(/Value of goods:? \$22,680\.00/);
  });

  test('is what it was before without tax and shipping, and in emails that were stored before', async () => {
    const purchase = { id: ID, name: 'Ada', totalMinor: 18_900, taxMinor: 0, charges: null };
    const lines = [{ itemName: 'Claw hammer', toolId: 'tOoL', quantity: 10, totalMinor: 18_900 }];
    const stored = toEmailPurchase(purchase, lines);
    expect(stored).toEqual({
      id: ID,
      name: 'Ada',
      itemName: 'Claw hammer',
      toolId: 'tOoL',
      quantity: 10,
      totalMinor: 18_900,
    });
    for (const part of await both('order_placed', { order: stored, holdHours: 72 })) {
      expect(part).toMatch(/10 pieces Total:? \$189\.00 Order/);
      expect(part).not.toMatch(/Goods|Shipping|VAT|Tax/);
    }
  });
});

test('a notice of one event has its order in the subject', () => {
  const subject = (notice: object) =>
    getSubject(
      { kind: 'shop_notice', data: { notices: [{ number: 'IM-2026-000007', ...notice }], counts: {} } } as Email,
      COMPANY.name,
    );
  expect(subject({ kind: 'paid' })).toBe('Paid: order IM-2026-000007');
  expect(subject({ kind: 'paid', lacksAddress: true })).toBe('Paid, without an address: order IM-2026-000007');
  expect(subject({ kind: 'cancel_request' })).toBe('Request to cancel: order IM-2026-000007');
  expect(getSubject({ kind: 'shop_notice', data: EXAMPLES.shop_notice.data }, COMPANY.name)).toBe(
    '1 dispute to answer, 1,000 paid orders',
  );
});

test('names of users and tools are escaped', async () => {
  const hostile = { ...order, name: HOSTILE, itemName: HOSTILE };
  for (const [kind, data] of [
    ['order_placed', { order: hostile, holdHours: 1 }],
    ['payment_failed', { order: hostile }],
    ['stock_alert', { ...EXAMPLES.stock_alert.data, itemName: HOSTILE }],
    ['stock_alert_confirm', { ...EXAMPLES.stock_alert_confirm.data, itemName: HOSTILE }],
  ] as const) {
    const { html, text } = await render(kind, data);
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain(HOSTILE);
  }
});

test('a partial refund is mentioned in the subject and in the text', async () => {
  const data = { order, amountMinor: 5_000 };
  expect(getSubject({ kind: 'payment_refunded', data }, COMPANY.name)).toBe(
    'Refunded: $50.00 for your order of Bench vise, 120 mm',
  );
  const { text } = await render('payment_refunded', data);
  expect(text).toMatch(/Total +\$22,680\.00/);
  expect(text).toMatch(/Refunded +\$50\.00/);
  expect(text).not.toContain('in full');
});

test('every email about an order has its number in the subject', () => {
  const number = 'IM-2026-000123';
  for (const kind of MAIL_KINDS) {
    const { data } = EXAMPLES[kind];
    if (!('order' in data)) continue;
    const subject = getSubject({ kind, data: { ...data, order: { ...data.order, number } } } as Email, COMPANY.name);
    expect(subject, kind).toContain(`order ${number}`);
  }
});

test('a refund of some pieces says which, and a full one says what was ordered', async () => {
  const lines = ['Bench vise', 'Claw hammer'].map((itemName) => ({ ...order, itemName }));
  const numbered = { ...order, number: 'IM-2026-000123', lines };
  const vises = { itemName: 'Bench vise', quantity: 3, amountMinor: 5_670 };
  const subject = (data: object) =>
    getSubject({ kind: 'payment_refunded', data: { order: numbered, ...data } } as Email, COMPANY.name);
  expect(subject({ amountMinor: 5_670, pieces: [vises] })).toBe(
    'Refunded: $56.70 for order IM-2026-000123, 3 × Bench vise',
  );
  expect(subject({ amountMinor: 7_000, pieces: [vises, { ...vises, itemName: 'Claw hammer', quantity: 2 }] })).toBe(
    'Refunded: $70.00 for order IM-2026-000123, 5 pieces',
  );
  expect(subject({ amountMinor: 1_000 })).toBe('Refunded: $10.00 for order IM-2026-000123');
  expect(subject({})).toBe('Refunded: $22,680.00 for order IM-2026-000123, 2 tools');
  const { text } = await render('payment_refunded', { order: numbered, amountMinor: 5_670, pieces: [vises] });
  expect(text).toContain('We have refunded $56.70');
  expect(text).not.toContain('refunded your payment');
});

test('an email about an order has the numbers that a buyer’s bookkeeping needs, and where it goes', async () => {
  const shipTo = ['Zoë Müller', 'Müller Werkzeuge GmbH', 'Hafenstraße 1', '20457 Hamburg', 'GERMANY'];
  const full = { ...order, number: 'IM-2026-000123', sku: 'KT-VIS120', poNumber: 'PO 4711', shipTo };
  const lines = [full, { ...full, itemName: 'Claw hammer', sku: 'KT-HAM500', quantity: 2 }];
  for (const data of [full, { ...full, lines }]) {
    const { text, html } = await render('order_paid', { order: data, transactionId: 'pi_123' });
    for (const part of ['IM-2026-000123', 'KT-VIS120', 'PO 4711', ...shipTo]) {
      expect(text).toContain(part);
      expect(html).toContain(part);
    }
    expect(text).not.toContain('Müller Werkzeuge GmbH Hafenstraße');
  }
});

test('a subject is always one line of whole characters, no matter what a tool is called', () => {
  const named = (itemName: string) =>
    getSubject({ kind: 'order_expired', data: { order: { ...order, itemName } } }, COMPANY.name);
  expect(named('Vise\r\nBcc: all@example.com')).toBe('Expired: 1,200 × Vise Bcc: all@example.com');
  expect(named('a\u2028b\u0000c')).toBe('Expired: 1,200 × a b c');
  const long = named('🔧'.repeat(300));
  expect(long.length).toBeLessThanOrEqual(200);
  expect(long.isWellFormed()).toBe(true);
});

test('an email without its secret links still renders, and contains none', async () => {
  for (const kind of [
    'confirm_email',
    'reset_password',
    'newsletter_confirm',
    'newsletter_welcome',
    'stock_alert_confirm',
    'stock_alert',
  ] as const) {
    const data = withoutSecretLinks(EXAMPLES[kind].data);
    expect(JSON.stringify(data)).not.toContain('t0ken');
    const { html, text } = await render(kind, data);
    expect(html + text).not.toContain('t0ken');
    expect(text).toContain('link was removed');
  }
  expect(withoutSecretLinks(EXAMPLES.order_placed.data)).toEqual(EXAMPLES.order_placed.data);
});

test('an email from before templates existed keeps its text', async () => {
  const old = { kind: 'order_paid', subject: 'Paid <b>', data: null, text: 'Hello <i>,\n\none\ntwo\n' } as const;
  const { html, text } = await renderMail(old, SHOP, COMPANY);
  expect(text).toBe(old.text);
  expect(html).toContain('Hello &lt;i&gt;,');
  expect(html).not.toMatch(/<b>|<i>/);
});

test('a notice links to each order and each tool', async () => {
  expect((await render('shop_notice')).html).toContain(`href="${SHOP}/dashboard/orders/IM-2026-000007"`);
  expect((await render('stock_notice')).html).toContain(`href="${SHOP}/dashboard/products/tOoL"`);
});

test('days in emails are those of the shop and name its time zone', async () => {
  const renderIn = async (kind: MailKind, timeZone: string, data: object) =>
    (await renderMail({ kind, subject: '', text: null, data }, SHOP, { ...COMPANY, timeZone })).text;
  const failed = { ...EXAMPLES.backup_failed.data, lastMadeAt: '2026-11-28T03:00:00Z' };
  expect(await renderIn('backup_failed', 'America/New_York', failed)).toContain('is of Nov 27, 2026 EST.');
  expect(await renderIn('backup_failed', 'Asia/Tokyo', failed)).toContain('is of Nov 28, 2026 GMT+9.');
  const notice = await renderIn('shop_notice', 'Pacific/Kiritimati', EXAMPLES.shop_notice.data);
  expect(notice).toContain('respond by Dec 2, 2026 GMT+14');
});
