import {
  createServer,
  type IncomingMessage,
  request as forward,
  type ServerResponse,
} from 'node:http';

/** A reverse proxy that serves the same product as another version on request. */
export interface ChangedShell {
  readonly url: string;
  /**
   * Changes `/sw.js`, which a browser treats as a new version. Assets whose path matches `gone` are
   * removed from it: its list does not contain them and a request for them gets a 404.
   */
  readonly publish: (gone?: RegExp) => void;
  readonly close: () => Promise<void>;
}

/** Starts it on a free port in front of the server on `port` of 127.0.0.1. */
export async function startChangedShell(target: { readonly port: number }): Promise<ChangedShell> {
  let version = 1;
  let missing: RegExp | undefined;
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/assets/') === true && missing?.test(request.url) === true) {
      response.writeHead(404).end();
      return;
    }
    if (request.url === '/sw.js') {
      void sendWorker(target.port, response, (text) =>
        withoutFiles(`/* version ${String(version)} */\n${text}`, missing),
      );
      return;
    }
    passOn(target.port, request, response);
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${String(port)}`,
    publish: (gone) => {
      version += 1;
      missing = gone;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function passOn(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { url: path, method, headers } = request;
  const upstream = forward({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  upstream.on('error', () => response.destroy());
  request.pipe(upstream);
}

async function sendWorker(
  port: number,
  response: ServerResponse,
  change: (text: string) => string,
): Promise<void> {
  const answer = await fetch(`http://127.0.0.1:${String(port)}/sw.js`);
  response.writeHead(answer.status, {
    'content-type': answer.headers.get('content-type') ?? '',
    'cache-control': answer.headers.get('cache-control') ?? '',
  });
  response.end(change(await answer.text()));
}

/** The precache list of the worker without the files that the version has removed. */
function withoutFiles(text: string, gone: RegExp | undefined): string {
  if (gone === undefined) return text;
  return text.replaceAll(/\{"revision":null,"url":"([^"]+)"\},?/g, (entry, url: string) =>
    gone.test(`/${url}`) ? '' : entry,
  );
}
