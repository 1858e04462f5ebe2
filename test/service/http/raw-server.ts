import { createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * A server that passes the first bytes of each connection to `serve`. Counts the connections that send something: an
 * idle connection, which `fetch` may open after an abort, is no request.
 */
export async function startRawServer(
  serve: (socket: Socket, request: string, connection: number) => void,
): Promise<{ origin: string; connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      connections += 1;
      serve(socket, data.toString('latin1'), connections);
    });
  });
  await listenOnLoopback(server);
  return { origin: `http://127.0.0.1:${getPort(server)}`, connections: () => connections };
}

/** Listens on loopback until the test is over. */
export async function listenOnLoopback(server: Server): Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => sockets.add(socket));
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
}

export function getPort(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return address.port;
}

/** Returns an address without a listener. */
export async function findUnusedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
  const origin = `http://127.0.0.1:${getPort(server)}`;
  await new Promise((down) => server.close(down));
  return origin;
}

/** An HTTP/1.1 answer, written out. */
export function buildAnswer(
  status: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const all = { 'content-length': String(Buffer.byteLength(body)), connection: 'close', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
