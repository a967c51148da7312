import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A client that takes less than this, in bytes, in a whole time limit takes nothing. */
const LEAST_DRAINED_BYTES = 1_024;

interface Drain {
  /** Bytes that have left this process when `at` was noted. */
  drained: number;
  at: number;
}

/**
 * Ends connections whose client takes nothing of its response: their requests hold places of others. The time limits are
 * in ms: `shortMs` while places are short for it, `longMs` otherwise. Returns a function that stops watching.
 */
export function endStalledConnections(
  server: Server,
  { isShort, shortMs, longMs }: { isShort: (socket: Socket) => boolean; shortMs: number; longMs: number },
): () => void {
  const drains = new Map<Socket, Drain | null>();
  server.on('connection', (socket: Socket) => {
    drains.set(socket, null);
    socket.once('close', () => drains.delete(socket));
  });
  const timer = setInterval(() => {
    const now = Date.now();
    for (const [socket, previous] of drains) {
      if (socket.writableLength === 0) {
        if (previous) drains.set(socket, null);
        continue;
      }
      const drained = countDrainedBytes(socket);
      if (!previous || drained - previous.drained >= LEAST_DRAINED_BYTES) drains.set(socket, { drained, at: now });
      else if (now - previous.at >= (isShort(socket) ? shortMs : longMs)) socket.destroy();
    }
  }, shortMs / 10);
  timer.unref();
  return () => clearInterval(timer);
}

/** A large piece counts as it leaves. Node counts it as written only when the system has taken the whole. */
function countDrainedBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten - socket.writableLength;
}
