import { createServer as createHttp, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { getPort, listenOnLoopback } from './raw-server.ts';

/** What came to the proxy: a tunnel asked for, or a request passed on inside one or in the open. */
interface GatewayRequest {
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Gateway {
  readonly address: string;
  readonly tunnels: readonly GatewayRequest[];
  readonly requests: readonly GatewayRequest[];
}

/**
 * A proxy as companies have them: it decrypts the connection with its own certificate and reads the contents.
 * It answers in the place of every host. `refuse` is the status with which it refuses tunnels and requests,
 * `status` that of its answers inside a tunnel.
 */
export async function startGateway(
  tls: { readonly key: string; readonly cert: string } | undefined,
  refuse?: number,
  status = 200,
): Promise<Gateway> {
  const tunnels: GatewayRequest[] = [];
  const requests: GatewayRequest[] = [];
  const listen: RequestListener = (request, response) => {
    requests.push({ line: `${request.method} ${request.url}`, headers: request.headers });
    response.writeHead(refuse ?? status, { 'content-type': 'application/json' }).end('{"through":"proxy"}');
  };
  const inside = createHttp(listen);
  const server = createHttp(listen);
  server.on('connect', (request, socket: Socket) => {
    socket.on('error', () => {});
    tunnels.push({ line: `CONNECT ${request.url}`, headers: request.headers });
    if (refuse !== undefined || !tls) {
      socket.end(`HTTP/1.1 ${refuse ?? 502} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    const opened = new TLSSocket(socket, { isServer: true, ...tls });
    opened.on('error', () => {});
    inside.emit('connection', opened);
  });
  await listenOnLoopback(server);
  return { address: `127.0.0.1:${getPort(server)}`, tunnels, requests };
}
