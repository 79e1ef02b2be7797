/**
 * `npm run dev`: the server with restart on change, and Vite with hot reload in front of it. Open Vite's address; it
 * forwards /rest, /ws and /healthz to the server. Development has no service worker: use `npm start` for everything
 * that concerns it.
 */
import { spawn } from 'node:child_process';

const port = process.env['PORT'] ?? '3000';
const apiPort = process.env['API_PORT'] ?? String(Number(port) + 1);
const env = {
  PUBLIC_URL: `http://localhost:${port}`,
  ...process.env,
  API_PORT: apiPort,
  NODE_ENV: 'development',
};

const children = [
  spawn(process.execPath, ['--watch', 'server/main.ts'], {
    stdio: 'inherit',
    env: { ...env, PORT: apiPort },
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', '--port', port, '--strictPort'], {
    stdio: 'inherit',
    env,
  }),
];

const stopAll = (): void => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopAll);
for (const child of children) child.on('exit', stopAll);
