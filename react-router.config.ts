import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  serverBuildFile: 'server.js',
  ssr: true,
  // The whole site map is small and part of the first script: no requests to discover routes.
  routeDiscovery: { mode: 'initial' },
} satisfies Config;
