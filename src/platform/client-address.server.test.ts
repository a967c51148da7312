import type { IncomingMessage } from 'node:http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createAddressList,
  getClientAddress,
  groupAddress,
  isAddressRange,
  isLocalRequest,
} from './client-address.server.ts';

function incoming(remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage {
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

describe('the counted unit', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0::/56'],
    ['2001:db8:1:2ff::', '2001:db8:1:200::/56'],
    ['2001:0db8::1', '2001:db8:0:0::/56'],
    ['2001:DB8::1', '2001:db8:0:0::/56'],
    ['fe80::1%eth0', 'fe80:0:0:0::/56'],
    ['::1', '0:0:0:0::/56'],
    ['::', '0:0:0:0::/56'],
    ['not an address', 'not an address'],
  ])('%s counts as %s', (address, group) => {
    expect(groupAddress(address)).toBe(group);
  });

  test('all addresses of one subscriber count as one, another subscriber’s as another', () => {
    const word = fc.integer({ min: 0, max: 0xffff });
    const byte = fc.integer({ min: 0, max: 0xff });
    const half = fc.tuple(word, word, word, word);
    const text = (words: number[]) => words.map((one) => one.toString(16)).join(':');
    fc.assert(
      fc.property(half, half, half, byte, (network, host, other, subnet) => {
        const group = groupAddress(text([...network, ...host]));
        fc.pre(group.endsWith('/56'));
        const sibling = [network[0], network[1], network[2], network[3] ^ subnet];
        expect(groupAddress(text([...sibling, ...other]))).toBe(group);
        const neighbor = [network[0], network[1], network[2], network[3] ^ 0x100];
        expect(groupAddress(text([...neighbor, ...host]))).not.toBe(group);
      }),
    );
  });
});

describe('the origin of a request', () => {
  const forged = { 'x-forwarded-for': '203.0.113.9, 198.51.100.4' };

  test('without our own proxies, the headers of a client are not trusted', () => {
    expect(getClientAddress(incoming('192.0.2.1', forged), 0)).toBe('192.0.2.1');
  });

  test('behind one proxy, only what that proxy wrote is trusted', () => {
    expect(getClientAddress(incoming('10.0.0.1', forged), 1)).toBe('198.51.100.4');
  });

  test('behind two proxies, the outer one is trusted, too', () => {
    expect(getClientAddress(incoming('10.0.0.1', forged), 2)).toBe('203.0.113.9');
  });

  test.each([
    ['198.51.100.4:41002', '198.51.100.4'],
    ['[2001:db8:1:2::3]:443', '2001:db8:1:0::/56'],
    ['[2001:db8:1:2::3]', '2001:db8:1:0::/56'],
    ['2001:db8:1:2::3', '2001:db8:1:0::/56'],
    ['unknown', '10.0.0.1'],
    ['x'.repeat(5_000), '10.0.0.1'],
  ])('a proxy that writes %s means %s', (entry, address) => {
    expect(getClientAddress(incoming('10.0.0.1', { 'x-forwarded-for': `203.0.113.9, ${entry}` }), 1)).toBe(address);
  });

  test('a request that bypassed the proxies counts by its own address', () => {
    expect(getClientAddress(incoming('192.0.2.1'), 1)).toBe('192.0.2.1');
    expect(getClientAddress(incoming('192.0.2.1', { 'x-forwarded-for': ' , ' }), 1)).toBe('192.0.2.1');
  });

  test('only the machine itself is local, and no forwarded request is', () => {
    const host = 'localhost:3000';
    expect(isLocalRequest(incoming('127.0.0.1', { host }))).toBe(true);
    expect(isLocalRequest(incoming('127.0.0.1', { host: '127.0.0.1' }))).toBe(true);
    expect(isLocalRequest(incoming('::1', { host: '[::1]:3000' }))).toBe(true);
    expect(isLocalRequest(incoming('::ffff:127.0.0.1', { host }))).toBe(true);
    expect(isLocalRequest(incoming('127.0.0.1', { host, ...forged }))).toBe(false);
    expect(isLocalRequest(incoming('127.0.0.1', { host, forwarded: 'for=192.0.2.1' }))).toBe(false);
    expect(isLocalRequest(incoming('192.0.2.1', { host }))).toBe(false);
    for (const other of ['rebound.example', 'localhost.rebound.example:3000', '127.0.0.1.rebound.example', undefined])
      expect([other, isLocalRequest(incoming('127.0.0.1', other ? { host: other } : {}))]).toEqual([other, false]);
    expect(isLocalRequest(undefined)).toBe(false);
  });
});

test('a list of addresses supports single addresses, ranges, and IPv4 written as IPv6', () => {
  const isListed = createAddressList(['10.0.0.5', '10.1.0.0/16', '2001:db8::/32']);
  const listed = ['10.0.0.5', '::ffff:10.0.0.5', '10.1.255.1', '2001:db8:1::1'];
  const others = ['10.0.0.6', '10.2.0.1', '2001:db9::1', 'unknown', ''];
  expect(listed.map(isListed)).toEqual(listed.map(() => true));
  expect(others.map(isListed)).toEqual(others.map(() => false));
});

test.each([
  ['10.0.0.5', true],
  ['10.1.0.0/16', true],
  ['2001:db8::/32', true],
  ['10.0.0.0/33', false],
  ['10.0.0.0/', false],
  ['10.0.0.0/8/8', false],
  ['balancer', false],
])('%s is an address or a range: %s', (entry, isValid) => {
  expect(isAddressRange(entry)).toBe(isValid);
});
