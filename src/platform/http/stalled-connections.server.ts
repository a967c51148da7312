import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** In bytes. A client that takes less than this within a whole time limit counts as taking nothing. */
const LEAST_DRAINED_BYTES = 1_024;

interface Drain {
  /** The bytes that had left this process at `at`. */
  drained: number;
  at: number;
}

/**
 * Closes connections whose client does not read its response, since their requests hold places that others need. Time
 * limits in ms: `shortMs` if the client is short of places, otherwise `longMs`. Returns a function that stops watching.
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
    const now = performance.now();
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

/** Counts a large piece as it leaves: Node counts it as written only when the system has taken all of it. */
function countDrainedBytes(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : socket.bytesWritten - socket.writableLength;
}
