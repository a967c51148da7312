import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';

/**
 * The client's address. `trustedProxies` is the number of our own proxies in front of the shop. Entries of
 * X-Forwarded-For further left come from clients and are not trusted.
 */
export function getClientAddress(incoming: IncomingMessage | undefined, trustedProxies: number): string {
  const socket = incoming?.socket.remoteAddress ?? 'unknown';
  if (!trustedProxies) return groupAddress(socket);
  const forwarded = String(incoming?.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return groupAddress(readAddress(forwarded.at(-trustedProxies) ?? '') ?? socket);
}

/** The address in an entry, which some proxies write with a port or in brackets. Null for anything else. */
function readAddress(entry: string): string | null {
  const [, inBrackets, beforePort] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(entry) ?? [];
  const address = inBrackets ?? beforePort ?? entry;
  return isIP(address) ? address : null;
}

/** IPv4 addresses as they are, IPv6 addresses as their /56, since one subscriber may choose among so many. */
export function groupAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  // A URL's host is the canonical short form of an address: no zone, leading zeros or upper case, and IPv4 as two
  // groups.
  const short = new URL(`http://[${address.split('%')[0]}]`).hostname.slice(1, -1);
  const [head = '', tail = ''] = short.split('::');
  const [left, right] = [head, tail].map((half) => (half ? half.split(':') : [])) as [string[], string[]];
  const words = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right].map((word) =>
    Number.parseInt(word, 16),
  );
  const [high = 0, low = 0] = words.slice(6);
  if (words.slice(0, 6).join() === '0,0,0,0,0,65535') return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const network = [...words.slice(0, 3), (words[3] ?? 0) & 0xff00];
  return `${network.map((word) => word.toString(16)).join(':')}::/56`;
}

/**
 * True for a request from this machine with no proxy in between. It must also name the machine as its host: a foreign
 * page could make a browser on this machine call a name of its own that resolves to it.
 */
export function isLocalRequest(incoming: IncomingMessage | undefined): boolean {
  const address = incoming?.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
  const local = isLoopback && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i.test(incoming?.headers.host ?? '');
  return local && !incoming?.headers['x-forwarded-for'] && !incoming?.headers.forwarded;
}

/** Whether an entry is an address, or a range of addresses such as `10.0.0.0/8`. */
export function isAddressRange(entry: string): boolean {
  const [address = '', bits, ...others] = entry.split('/');
  const most = isIP(address) === 6 ? 128 : 32;
  const isValidRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return isIP(address) !== 0 && isValidRange && others.length === 0;
}

/**
 * Returns a function that tells whether an address is in this list of addresses and ranges. IPv4 written as IPv6 counts
 * as IPv4.
 */
export function createAddressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}
