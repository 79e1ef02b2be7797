/** A socket of the bench's server that connects again, at once when the browser is online again. */
export function followSocket(
  path: string,
  on: { readonly opened?: () => void; readonly message: (data: string) => void },
): void {
  const connect = () => {
    const socket = new WebSocket(`${location.origin.replace('http', 'ws')}${path}`);
    socket.addEventListener('open', () => on.opened?.());
    socket.addEventListener('message', ({ data }) => on.message(String(data)));
    socket.addEventListener('close', () => setTimeout(connect, 500));
  };
  connect();
}
