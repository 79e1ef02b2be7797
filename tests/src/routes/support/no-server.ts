import type { Plugin } from 'vite';

const requests: string[] = [];

/** Closes every connection to an address of Cairn's server: a route test runs without one. */
export function noServer(): Plugin {
  return {
    name: 'cairn-no-server',
    configureServer: ({ middlewares, httpServer }) => {
      for (const path of ['/rest', '/healthz']) {
        middlewares.use(path, ({ method = '', url = '', socket }) => {
          requests.push(`${method} ${path}${url}`);
          socket.destroy();
        });
      }
      httpServer?.prependListener('upgrade', ({ url }, socket) => {
        if (url?.startsWith('/ws/') === true) socket.destroy();
      });
    },
  };
}

/** Requests to the server that have failed since the last call, as `POST /rest/...`. */
export function takeRequests(): readonly string[] {
  return requests.splice(0);
}
