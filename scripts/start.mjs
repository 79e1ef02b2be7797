/**
 * `npm start`: installs and builds if necessary, then runs the server in the foreground. PORT, HOST, DATA_DIR,
 * DATABASE_URL and the server's other environment variables are passed on; its exit code is returned.
 */
import { ensureBuilt, ensureInstalled, spawnNode } from './setup.mjs';

ensureInstalled();
ensureBuilt();

const server = spawnNode(['server/main.ts'], {
  NODE_ENV: process.env['NODE_ENV'] ?? 'production',
});

process.on('SIGTERM', () => server.kill('SIGTERM'));
process.on('SIGINT', () => {
  // At a terminal Ctrl-C reaches the whole process group: the server has received it already.
  if (process.stdin.isTTY !== true) server.kill('SIGINT');
});
process.on('SIGHUP', () => server.kill('SIGTERM'));

server.on('error', (error) => {
  console.error(`The server could not be started: ${error.message}`);
  process.exitCode = 1;
});
server.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1);
});
