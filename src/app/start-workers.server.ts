import cluster, { type Worker } from 'node:cluster';
import type { Env } from '#src/platform/env/env.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import type { FromWorker, ToWorker } from '#src/platform/worker-processes/messages.ts';
import { createRelay } from '#src/platform/worker-processes/relay.server.ts';
import { createSupervisor, type WorkerProcess } from '#src/platform/worker-processes/supervisor.server.ts';
import { recoverConnections } from '#src/platform/worker-processes/unaccepted-connections.server.ts';
import { createPortKeeper } from './port-keeper.server.ts';
import { prepareMachine } from './prepare-machine.server.ts';
import { ASKS_BY_HANGUP, createShutdownStack } from './shutdown.server.ts';
import { printLine, printStartupBanner } from './startup-banner.server.ts';
import { tellLauncher } from './tell-launcher.server.ts';

/** Between the end of the workers' own shutdown and their end by force, in ms. */
const KILL_EARLIER_MS = 100;

/**
 * Starts the shop with several workers behind one port, as their parent: it prepares the machine, starts the workers,
 * and replaces those that end. It serves no requests itself.
 */
export async function startWorkers(env: Env): Promise<void> {
  const log = createLog(env.logLevel, undefined, { pid: process.pid });
  const shutdown = createShutdownStack(log, undefined, {
    ...(ASKS_BY_HANGUP && { onHangup: () => void supervisor.roll() }),
  });
  tellLauncher({ asksByHangup: ASKS_BY_HANGUP });
  const door = createPortKeeper(env);
  cluster.schedulingPolicy = cluster.SCHED_RR;
  // Metrics have values that JSON does not know.
  cluster.setupPrimary({ serialization: 'advanced' });
  const listening = new Set<number>();
  let start: Extract<ToWorker, { kind: 'start' }>['start'] | null = null;

  async function onMessage(worker: number, message: FromWorker): Promise<void> {
    if (message.kind === 'hello' && start) supervisor.send(worker, { kind: 'start', start });
    else if (message.kind === 'about to listen') {
      listening.add(worker);
      await door.close();
      supervisor.send(worker, { kind: 'listen' });
    } else relay.receive(worker, message);
  }

  const supervisor = createSupervisor({
    count: env.workers,
    fork() {
      const worker = cluster.fork();
      recoverConnections(worker, () => [...listening].some((other) => other !== worker.id));
      return toWorkerProcess(worker);
    },
    log,
    onMessage: (worker, message) => void onMessage(worker, message),
    onExit(worker) {
      relay.forget(worker);
      listening.delete(worker);
      if (listening.size === 0 && start) void door.open();
    },
    onHopeless() {
      printLine('No worker of the shop can be started any more; the log says why.');
      void shutdown.run().then(() => process.exit(1));
    },
  });
  const relay = createRelay(supervisor);
  try {
    shutdown.add(() => door.close());
    const machine = await prepareMachine({ env, log, shutdown, listen: door.open });
    start = { ...machine, port: door.port ?? env.port, workers: env.workers };
    shutdown.add((leftMs) => supervisor.stop(Math.max(0, leftMs - KILL_EARLIER_MS)));
    // It has said why.
    if (!(await supervisor.start())) throw new StartupError('The first worker of the shop could not be started.');
    shutdown.delay(env.shutdownDelayMs, () => supervisor.broadcast({ kind: 'drain' }));
    tellLauncher({ shutdownDelayMs: env.shutdownDelayMs });
    printStartupBanner(env);
  } catch (error) {
    start = null;
    await shutdown.run();
    throw error;
  }
}

function toWorkerProcess(worker: Worker): WorkerProcess {
  // A message to a worker that has just ended is lost, as it should be.
  worker.on('error', () => {});
  return {
    id: worker.id,
    pid: worker.process.pid,
    send: (message) => void (worker.isConnected() && worker.send(message, () => {})),
    kill: () => void worker.process.kill('SIGKILL'),
    onMessage: (listener) => void worker.on('message', listener),
    onExit: (listener) => void worker.on('exit', listener),
  };
}
