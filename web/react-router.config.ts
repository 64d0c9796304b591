// Framework mode of React Router: where the app is and how it is built.
import type { Config } from '@react-router/dev/config';
import { compressAssets } from './compress-assets.ts';
import { listStyles } from './list-styles.ts';
import { trimManifest } from './trim-manifest.ts';
import { versionServiceWorker } from './version-service-worker.ts';

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // Few routes: their whole list travels with the page, so that no navigation waits for its
  // discovery.
  routeDiscovery: { mode: 'initial' },
  buildEnd: async ({ reactRouterConfig }) => {
    const folder = `${reactRouterConfig.buildDirectory}/client`;
    await trimManifest(folder);
    await listStyles(reactRouterConfig.buildDirectory);
    await versionServiceWorker(folder);
    await compressAssets(folder);
  },
} satisfies Config;
