/** Opens the consent page, presses a button, and returns the address of the redirect. */
export async function followConsent(address: string, decision: 'allow' | 'deny' = 'allow'): Promise<string> {
  const shown = await fetch(address, { redirect: 'manual' });
  // A server without a consent page redirects at once.
  const at = shown.headers.get('location');
  if (at !== null) return new URL(at, address).href;
  const text = await shown.text();
  const request = /name="request" value="([0-9a-f]+)"/.exec(text)?.[1] ?? '';
  const user = /name="user" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const answer = await fetch(new URL('/oauth/consent', address), {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(address).origin },
    body: new URLSearchParams({ request, user, decision }),
  });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`nobody is sent anywhere: ${answer.status} ${text}`);
  return location;
}

/** Finds the addresses that toile asks the user to open, in order. */
export const findAddresses = (output: string): readonly string[] =>
  [...output.matchAll(/^toile: ([a-z]+:\/\/\S+[?&]\S+)\s*$/gm)].flatMap(([, address]) => address ?? []);

export const findAddress = (printed: string): string | undefined => findAddresses(printed)[0];
