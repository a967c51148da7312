import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

interface Pipeline {
  inFlight: number;
  queue: [IncomingMessage, ServerResponse][];
}

/**
 * Handles only a few pipelined requests of a connection at a time; the others wait until a response is drained. Node
 * itself would start all that arrive together, possibly thousands. A connection with a full queue is closed, and
 * `onFlood` is called.
 */
export function limitPipelining(
  {
    maxConcurrent,
    maxQueued,
    onFlood,
  }: { maxConcurrent: number; maxQueued: number; onFlood: (socket: Socket) => void },
  handle: Handle,
): Handle {
  const pipelines = new WeakMap<Socket, Pipeline>();

  function start(pipeline: Pipeline, request: IncomingMessage, response: ServerResponse): void {
    pipeline.inFlight += 1;
    response.once('close', () => {
      pipeline.inFlight -= 1;
      const next = request.socket.destroyed ? undefined : pipeline.queue.shift();
      if (next) start(pipeline, ...next);
    });
    handle(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    let pipeline = pipelines.get(socket);
    if (!pipeline) {
      pipeline = { inFlight: 0, queue: [] };
      pipelines.set(socket, pipeline);
    }
    if (pipeline.inFlight < maxConcurrent) return start(pipeline, request, response);
    if (socket.destroyed) return;
    if (pipeline.queue.length >= maxQueued) {
      socket.destroy();
      onFlood(socket);
      return;
    }
    pipeline.queue.push([request, response]);
  };
}
