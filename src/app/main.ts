import { fileURLToPath } from 'node:url';
import * as build from 'virtual:react-router/server-build';
import type { ServerBuild } from 'react-router';
import { createAssetsMiddleware } from './assets.server.ts';
import { createPages } from './pages.server.ts';
import { startServer } from './server.ts';

// The entry of the build. Server and pages are one module graph, and the files for browsers are beside them.
const clientFolder = fileURLToPath(new URL('../client', import.meta.url));

startServer((context) => ({
  assets: createAssetsMiddleware(clientFolder),
  pages: createPages(context, build as unknown as ServerBuild, 'production'),
}));
