/** Starts what the peers talk to. */

import { spawn } from 'node:child_process';
import { createServer, request as forward } from 'node:http';
import { BIN } from '../soak/built-program.ts';
import { listenOnLoopback } from '../soak/interruptible-services.ts';

/** Starts the sandbox of the built program in its own process. */
export async function startSandbox(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [BIN, 'sandbox', 'start', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text);
    });
    child.once('exit', (code) => reject(new Error(`the sandbox ended with ${code}`)));
  });
  const { base_url: baseUrl, keys } = JSON.parse(line) as {
    readonly base_url: string;
    readonly keys: readonly { readonly key: string }[];
  };
  return { baseUrl, key: keys[0]?.key ?? '', close: () => child.kill('SIGTERM') };
}

/** The suite sends no key, so it talks through this; Host and Origin stay as they are, since it tests those too. */
export async function startKeyProxy(baseUrl: string, key: string) {
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
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      },
    );
    sent.on('error', () => answer.destroy());
    asked.pipe(sent);
  });
  return {
    url: `${await listenOnLoopback(server)}/mcp`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Allows access on the consent page of the sandbox and follows the redirect. */
export async function allowConsent(address: string): Promise<void> {
  const text = await (await fetch(address)).text();
  const [, request = ''] = /name="request" value="([0-9a-f]+)"/.exec(text) ?? [];
  const [, user = ''] = /name="user" value="([^"]+)"/.exec(text) ?? [];
  const answer = await fetch(new URL('/oauth/consent', address), {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(address).origin },
    body: new URLSearchParams({ request, user, decision: 'allow' }),
  });
  await fetch(answer.headers.get('location') ?? '');
}
