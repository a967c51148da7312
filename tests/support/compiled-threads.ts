import { syncBuiltinESMExports } from 'node:module';
import workerThreads from 'node:worker_threads';

// The shop's threads have no environment, so they would not use what this run has compiled. Compiling their programs
// again took two thirds of their start.
const { NODE_COMPILE_CACHE } = process.env;
const COMPILED = Symbol.for('threads with compiled programs');
const { Worker } = workerThreads;

class CompiledWorker extends Worker {
  constructor(file: string | URL, options?: workerThreads.WorkerOptions) {
    const compiled = typeof options?.env === 'object' && { env: { ...options.env, NODE_COMPILE_CACHE } };
    super(file, { ...options, ...compiled });
  }
}

if (NODE_COMPILE_CACHE !== undefined && !(COMPILED in workerThreads)) {
  Object.assign(workerThreads, { Worker: CompiledWorker, [COMPILED]: true });
  syncBuiltinESMExports();
}
