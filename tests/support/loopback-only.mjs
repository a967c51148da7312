import { Socket } from 'node:net';

// Loaded with --import. Makes connections to other machines fail at once.
const connect = Socket.prototype.connect;
const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);

Socket.prototype.connect = function connectToLoopback(...given) {
  const options = Array.isArray(given[0]) ? given[0][0] : given[0];
  const host = typeof options === 'object' ? options.host : typeof given[1] === 'string' ? given[1] : undefined;
  if (host === undefined || LOOPBACK.has(host)) return Reflect.apply(connect, this, given);
  queueMicrotask(() => this.destroy(Object.assign(new Error(`refused: ${host}`), { code: 'ECONNREFUSED' })));
  return this;
};
