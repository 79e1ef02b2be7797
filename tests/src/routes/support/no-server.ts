import type { Plugin } from 'vite';

const requests: { readonly page: string; readonly line: string }[] = [];

/** Closes every connection to an address of Cairn's server: a route test runs without one. */
export function noServer(): Plugin {
  return {
    name: 'cairn-no-server',
    configureServer: ({ middlewares, httpServer }) => {
      for (const path of ['/rest', '/healthz']) {
        middlewares.use(path, ({ method = '', url = '', socket, headers }) => {
          const page = /runner-page=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
          requests.push({ page, line: `${method} ${path}${url}` });
          socket.destroy();
        });
      }
      httpServer?.prependListener('upgrade', ({ url }, socket) => {
        if (url?.startsWith('/ws/') === true) socket.destroy();
      });
    },
  };
}

/** Requests of one page of the runner to the server since the last call, as `POST /rest/...`; all have failed. */
export function takeRequests(page: string): readonly string[] {
  const own = requests.filter((request) => request.page === page);
  for (const request of own) requests.splice(requests.indexOf(request), 1);
  return own.map(({ line }) => line);
}
