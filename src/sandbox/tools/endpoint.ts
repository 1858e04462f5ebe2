/** The tool server of the sandbox (specification 4.3): the five tools over streamable HTTP, in both eras. */

import { createMcpHandler } from '@modelcontextprotocol/server';
import { type ToolCall, toolServer } from '../../tools/server.ts';
import { admit } from '../http/admit.ts';
import { API_VERSION } from '../http/api-version.ts';
import { MAXIMUM_BODY } from '../http/body.ts';
import { exported } from '../http/exports.ts';
import { designOf, garmentOf, textOf } from '../http/reads.ts';
import { Refusal } from '../http/refusal.ts';
import type { Call, SignedCall } from '../http/service.ts';

/** Milliseconds; the tools change with the program only. */
const LIST_LIFE = 24 * 60 * 60 * 1000;

/**
 * One POST to `/mcp`, or to `/connector`, which takes only those who signed in. It counts once against the rate,
 * whatever it asks for.
 */
export const answerTools = async (call: Call, via: 'any' | 'oauth'): Promise<Response> => {
  const metadata = `${call.origin}/.well-known/oauth-protected-resource${new URL(call.c.req.url).pathname}`;
  const caller = signedIn(call, metadata, via);
  const signed: SignedCall = { ...call, caller };
  const handler = createMcpHandler(
    () =>
      toolServer({
        name: 'fashion-development-data-sandbox',
        version: API_VERSION,
        ids: "A design's uuid, or a garment's permanent identity, GARM-<n>; an export takes the uuid.",
        listLife: LIST_LIFE,
        body: (asked) => bodyOf(signed, asked),
        inWords: (error) => (error instanceof Refusal ? `${error.code}: ${error.message}` : undefined),
      }),
    { maxRequestBodySize: MAXIMUM_BODY },
  );
  return handler.fetch(call.c.req.raw, {
    authInfo: {
      token: caller.key,
      clientId: caller.name,
      scopes: [...caller.scopes],
      resourceMetadataUrl: metadata,
    },
  });
};

const bodyOf = async (call: SignedCall, { reads, id, profile, driver }: ToolCall): Promise<string> => {
  if (reads === undefined)
    return JSON.stringify(await exported(call, designOf(call, id), { profile, driver }));
  const garment = id.startsWith('GARM-') ? garmentOf(call, id) : designOf(call, id);
  return textOf(garment, reads, profile);
};

/** A client finds out from the challenge where it can sign in (RFC 9728). */
const signedIn = (call: Call, metadata: string, via: 'any' | 'oauth'): SignedCall['caller'] => {
  try {
    const caller = admit(call, 'any');
    if (via === 'any' || caller.via === 'oauth') return caller;
    throw new Refusal(401, 'UNAUTHENTICATED', 'The connector takes those who signed in; keys go to /mcp.', {
      'www-authenticate': 'Bearer realm="sandbox", error="invalid_token"',
    });
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    const challenge = `${error.headers['www-authenticate']}, resource_metadata="${metadata}", scope="read export"`;
    throw new Refusal(401, error.code, error.message, { 'www-authenticate': challenge });
  }
};
