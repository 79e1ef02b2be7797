import { createServer, request as forward } from 'node:http';

/** A reverse proxy that serves the same product as another version of it, whenever that is wanted. */
export interface ChangedShell {
  readonly url: string;
  /** From now on `/sw.js` differs by a comment: to a browser that is a new version. */
  readonly publish: () => void;
  readonly close: () => Promise<void>;
}

/** Starts it on a free port before the server on `port` of 127.0.0.1. */
export async function startChangedShell(target: { readonly port: number }): Promise<ChangedShell> {
  let version = 1;
  const server = createServer((request, response) => {
    const isWorker = request.url === '/sw.js';
    const headers = { ...request.headers };
    if (isWorker) {
      // Always the whole file: neither compressed nor "not modified".
      for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) {
        delete headers[name];
      }
    }
    const upstream = forward(
      { host: '127.0.0.1', port: target.port, path: request.url, method: request.method, headers },
      (answer) => {
        const kept = { ...answer.headers };
        for (const name of ['content-length', 'etag', 'last-modified']) delete kept[name];
        response.writeHead(answer.statusCode ?? 502, isWorker ? kept : answer.headers);
        if (isWorker) response.write(`/* version ${String(version)} */\n`);
        answer.pipe(response);
      },
    );
    upstream.on('error', () => response.destroy());
    request.pipe(upstream);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${String(port)}`,
    publish: () => {
      version += 1;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
