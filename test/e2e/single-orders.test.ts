import { type AddressInfo, createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createEnv, createTempFolder, runProgram } from '../support/run-program.ts';

const DESIGN = '3f6a1c58-9f0e-4f55-8d3b-1a4c2b7e9d01';
const BODY = '{"error":"no","code":"NO"}';
const ANSWER = `HTTP/1.1 421 Misdirected Request\r\ncontent-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`;

// An HTTP library repeats a request after these two. This server works on sockets, so no
// HTTP server hides a repeat.
it.each([
  ['the answer is 421', ANSWER],
  ['the connection closes', ''],
])('the built program sends a Tech Pack order once where %s', async (_, answer) => {
  let received = '';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      received += data.toString('latin1');
      if (!received.endsWith('}')) return;
      if (answer === '') socket.destroy();
      else socket.write(answer);
    });
  });
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
  onTestFinished(() => void server.close());
  const env = createEnv(await createTempFolder(), {
    TOILE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    TOILE_API_KEY: 'svc_sk_x',
  });
  const sendOrder = () => runProgram(['techpack', 'request', DESIGN, '--yes', '--json'], { env });
  const { exitCode, stderr } = await sendOrder();
  expect(exitCode, stderr).not.toBe(0);
  expect(received.match(/POST \/v1\/designs\//g)).toHaveLength(1);
  // A closed connection leaves it unknown whether the order was taken.
  const again = answer === '' ? 1 : 2;
  await sendOrder();
  expect(received.match(/POST \/v1\/designs\//g)).toHaveLength(again);
});
