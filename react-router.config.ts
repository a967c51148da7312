import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  serverBuildFile: 'server.js',
  ssr: true,
  // The route manifest is small enough to be part of the first script, so pages do not request it step by step.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
