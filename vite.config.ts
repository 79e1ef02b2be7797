import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { bootPreloads } from './scripts/boot-preloads-plugin.ts';
import { catalogues } from './scripts/catalogue-plugin.ts';
import { shortClassNames } from './scripts/class-names-plugin.ts';
import { mantineStyles } from './scripts/mantine-styles-plugin.ts';
import { MODERN_DEXIE } from './scripts/modern-dexie.ts';
import { NOTICES, notices } from './scripts/notices-plugin.ts';
import { withoutFacades } from './scripts/facades-plugin.ts';
import { screenChunks } from './scripts/screen-chunks.ts';
import { serverOnly } from './scripts/server-only-plugin.ts';
import { serviceWorker } from './scripts/service-worker-plugin.ts';
import { SHARED_CHUNKS } from './scripts/shared-chunks.ts';
import { workerEntry } from './scripts/worker-entry-plugin.ts';

/** The address of the server that `npm run dev` starts beside Vite. */
const api = `http://127.0.0.1:${process.env['API_PORT'] ?? '3001'}`;

const screens = screenChunks();

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      routesDirectory: 'src/routes',
      generatedRouteTree: 'src/routeTree.gen.ts',
      quoteStyle: 'single',
      semicolons: true,
      addExtensions: true,
    }),
    react(),
    catalogues(),
    mantineStyles(),
    shortClassNames(),
    serverOnly(),
    // A worker of a page with COEP needs the header too. Files keep their names while their content is the same, and
    // browsers keep their headers with them: those of builds without the header had names without `coep`.
    workerEntry({
      entry: 'sync/worker/main.ts',
      name: 'sync-worker-coep',
      startedIn: 'sync/client/worker-link.ts',
      spelled: '../worker/main.ts',
    }),
    workerEntry({
      entry: 'sync/worker/search-main.ts',
      name: 'search-worker-coep',
      startedIn: 'sync/client/search.ts',
      spelled: '../worker/search-main.ts',
    }),
    workerEntry({
      entry: 'sync/worker/export-main.ts',
      name: 'export-worker-coep',
      startedIn: 'sync/client/export.ts',
      spelled: '../worker/export-main.ts',
    }),
    workerEntry({
      entry: 'sync/worker/snapshot-main.ts',
      name: 'snapshot-worker-coep',
      startedIn: 'sync/client/snapshots.ts',
      spelled: '../worker/snapshot-main.ts',
    }),
    screens.plugin,
    withoutFacades(),
    bootPreloads(),
    notices(),
    serviceWorker({ entry: 'sw/service-worker.ts' }),
  ],
  resolve: { alias: [MODERN_DEXIE] },
  // The worker's packages too, or its first message in development would wait for them to be bundled.
  optimizeDeps: { entries: ['index.html', 'sync/worker/*main.ts', 'src/routes/**/*.tsx'] },
  css: { postcss: { plugins: [mantine()] } },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    target: ['chrome120', 'edge120', 'firefox121', 'safari17.4'],
    sourcemap: false,
    manifest: true,
    license: { fileName: NOTICES },
    assetsInlineLimit: 0,
    modulePreload: {
      // A worker has no document to put links into: what it imports later, it imports by itself.
      resolveDependencies: (_file, needed, { hostId }) =>
        /-worker-|\/(basis|domain|engine|open-accounts|remember-session|remember-sign-in|sealed-names)-/.test(
          hostId,
        )
          ? []
          : needed,
    },
    rolldownOptions: {
      output: {
        // What the page and its worker share must not drag the engine into the page, nor the screens into the worker.
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|react-store|store)|@mantine\/(hooks|core\/esm\/core|core\/esm\/components\/(UnstyledButton|CloseButton|Loader|VisuallyHidden|Stack|Group|Button|ActionIcon|Skeleton|Box)))\//,
            },
            // Large, and asked for where a password is chosen alone.
            {
              name: 'common-passwords',
              test: /\/model\/shared\/common-passwords\.ts$|node_modules\/@zxcvbn-ts\//,
            },
            // Those of the toolbar above long texts load with it, and those of cameras, drawings, recordings and codes with theirs.
            {
              name: 'icons',
              test: /node_modules\/@tabler\/(?!.*\/Icon(Blockquote|Bold|Checks|Code|Heading|Italic|ListCheck|ListNumbers|Scan|Qrcode|Printer|Camera|CameraOff|CameraRotate|Photo|Scribble|MapPin|Line|ArrowUpRight|Square|Typography|ArrowForwardUp|Microphone|MicrophoneOff|PlayerStopFilled|PlayerPlayFilled|PlayerPauseFilled)\.)/,
            },
            { name: 'store', test: /node_modules\/(dexie|valibot|comlink)\// },
            // Of files, reports and the cipher of a shared computer, which a worker uses too.
            { name: 'hashes', test: /node_modules\/@noble\/hashes\// },
            ...SHARED_CHUNKS,
            ...screens.groups,
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/rest': api,
      '/healthz': api,
      '/ws': { target: api, ws: true },
    },
  },
});
