import type { Worker } from 'node:cluster';

/** The part of Node's own messages that says what became of a connection. */
interface InternalMessage {
  cmd?: string;
  act?: string;
  seq?: number;
  ack?: number;
}

type Handle = { close?: () => void };

/**
 * Node hands each connection to one worker and waits for its response. If the worker ends before that, Node forgets the
 * connection but keeps it open, and the client would wait for a response until it gives up. This keeps such a connection
 * in mind. When the worker is gone, it tells Node that the worker has refused it, so that another one gets it, or closes
 * it if `hasOthers` says that there is none.
 */
export function recoverConnections(worker: Worker, hasOthers: () => boolean): void {
  const child = worker.process;
  const waiting = new Map<number, Handle>();
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;

  child.send = (...args: unknown[]) => {
    const [message, handle] = args as [InternalMessage, Handle | undefined];
    if (message.act === 'newconn' && message.seq !== undefined && handle) waiting.set(message.seq, handle);
    return send(...args);
  };
  child.on('internalMessage', ({ ack }: InternalMessage) => {
    if (ack !== undefined) waiting.delete(ack);
  });

  function recover(): void {
    for (const [ack, handle] of [...waiting]) {
      waiting.delete(ack);
      if (hasOthers()) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false });
      else handle.close?.();
    }
  }
  // Either can be the last sign of a worker, and Node hands over connections until the last one.
  worker.on('exit', recover);
  worker.on('disconnect', recover);
}
