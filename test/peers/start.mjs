/** Starts what the peers talk to. */

import { spawn } from 'node:child_process';
import { createServer, request as forward } from 'node:http';
import { fileURLToPath } from 'node:url';

export const TOILE = fileURLToPath(new URL('../../bin/toile.js', import.meta.url));

/** The sandbox of the built program, in a process of its own. */
export async function startSandbox(env) {
  const child = spawn(process.execPath, [TOILE, 'sandbox', 'start', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text);
    });
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)));
  });
  const { base_url: baseUrl, keys } = JSON.parse(line);
  return { baseUrl, key: keys[0].key, close: () => child.kill('SIGTERM') };
}

/** The suite sends no key, so it talks through this; Host and Origin stay as they are, since it tests those too. */
export async function startKeyed(baseUrl, key) {
  const { hostname, port } = new URL(baseUrl);
  const server = createServer((asked, answer) => {
    const sent = forward(
      {
        hostname,
        port,
        path: asked.url,
        method: asked.method,
        headers: { ...asked.headers, authorization: `Bearer ${key}` },
      },
      (got) => {
        answer.writeHead(got.statusCode, got.headers);
        got.pipe(answer);
      },
    );
    sent.on('error', () => answer.destroy());
    asked.pipe(sent);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/mcp`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** What somebody does on the consent page of the sandbox: allows it, and is sent back. */
export async function allow(address) {
  const text = await (await fetch(address)).text();
  const [, request] = /name="request" value="([0-9a-f]+)"/.exec(text) ?? [];
  const [, user] = /name="user" value="([^"]+)"/.exec(text) ?? [];
  const answer = await fetch(new URL('/oauth/consent', address), {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(address).origin },
    body: new URLSearchParams({ request, user, decision: 'allow' }),
  });
  await fetch(answer.headers.get('location'));
}
