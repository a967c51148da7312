import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';

/**
 * The address a request came from. `trustedProxies` says how many proxies of our own stand in front; what clients
 * write into X-Forwarded-For themselves stands further left and is not believed.
 */
export function getClientAddress(incoming: IncomingMessage | undefined, trustedProxies: number): string {
  const socket = incoming?.socket.remoteAddress ?? 'unknown';
  if (!trustedProxies) return groupAddress(socket);
  const forwarded = String(incoming?.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  return groupAddress(forwarded.at(-trustedProxies) ?? socket);
}

/** IPv4 whole, IPv6 as its /64: one subscriber has a whole /64 to choose addresses from. */
export function groupAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const middle =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...middle, ...right]
    .slice(0, 4)
    .map((group) => Number.parseInt(group || '0', 16).toString(16));
  return `${groups.join(':')}::/64`;
}

/** True for the machine itself, when nothing stands in between. */
export function isLocalRequest(incoming: IncomingMessage | undefined): boolean {
  const address = incoming?.socket.remoteAddress ?? '';
  const local = address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.');
  return local && !incoming?.headers['x-forwarded-for'] && !incoming?.headers.forwarded;
}
