import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';
import { serviceWorker } from './scripts/service-worker-plugin.ts';

/** The address of the server that `npm run dev` starts beside Vite. */
const api = `http://127.0.0.1:${process.env['API_PORT'] ?? '3001'}`;

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
    serviceWorker({ entry: 'sw/service-worker.ts' }),
  ],
  css: { postcss: { plugins: [mantine()] } },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    target: ['chrome120', 'edge120', 'firefox121', 'safari17.4'],
    sourcemap: false,
    manifest: true,
    assetsInlineLimit: 0,
  },
  server: {
    proxy: {
      '/rest': api,
      '/healthz': api,
      '/ws': { target: api, ws: true },
    },
  },
});
