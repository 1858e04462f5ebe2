/** The tool server of the sandbox (specification 4.3): five tools over streamable HTTP. */

import { createMcpHandler } from '@modelcontextprotocol/server';
import { createFaultResponse } from '../../assistant/mcp/input-line.ts';
import { createToolServer, type ToolCall } from '../../assistant/service-tools/tool-server.ts';
import { MAX_BODY_BYTES, readLimitedText, SANDBOX_API_VERSION, SandboxHttpError } from './check-request.ts';
import { createExport, getOwnDesign, getReadableGarment, getResourceText } from './resource-reads.ts';
import {
  type AuthenticatedCall,
  authorizeCall,
  createUnauthenticatedError,
  type SandboxCall,
} from './sandbox-service.ts';

/**
 * The milliseconds for which a client may cache the list of tools. The list changes only with a new version of toile.
 */
const TOOL_LIST_LIFE_MS = 24 * 60 * 60 * 1000;

type ToolPath = '/mcp' | '/connector';

/** Handles an MCP request: a POST to `/mcp`, or to `/connector`, which accepts only OAuth tokens. */
export const handleToolRequest = async (call: SandboxCall, path: ToolPath): Promise<Response> => {
  const metadataUrl = `${call.origin}/.well-known/oauth-protected-resource${path}`;
  const caller = authorizeToolCall(call, metadataUrl, path);
  const authenticatedCall: AuthenticatedCall = { ...call, caller };
  // If the body is too large or is not UTF-8, the request is passed to the MCP library, which responds with an error.
  const faultResponse = await readLimitedText(call.c.req.raw.clone()).then(
    createFaultResponse,
    () => undefined,
  );
  if (faultResponse !== undefined) return faultResponse;
  const handler = createMcpHandler(
    () =>
      createToolServer({
        name: 'fashion-development-data-sandbox',
        version: SANDBOX_API_VERSION,
        idDescription:
          "A design's uuid, or a garment's permanent identity, GARM-<n>; an export takes the uuid.",
        listLifeMs: TOOL_LIST_LIFE_MS,
        readBody: async (toolCall) => ({ text: await readToolBody(authenticatedCall, toolCall) }),
        explainError: (error) =>
          error instanceof SandboxHttpError ? `${error.code}: ${error.message}` : undefined,
      }),
    { maxRequestBodySize: MAX_BODY_BYTES },
  );
  return handler.fetch(call.c.req.raw, {
    authInfo: {
      token: caller.key,
      clientId: caller.name,
      scopes: [...caller.scopes],
      resourceMetadataUrl: metadataUrl,
    },
  });
};

const readToolBody = async (
  call: AuthenticatedCall,
  { resource, id, profile, driver }: ToolCall,
): Promise<string> => {
  if (resource === undefined)
    return JSON.stringify(await createExport(call, getOwnDesign(call, id), { profile, driver }));
  const garment = id.startsWith('GARM-') ? getReadableGarment(call, id) : getOwnDesign(call, id);
  return getResourceText(garment, resource, profile);
};

/**
 * Returns the caller of a tool. If the credential is missing or invalid, throws an error 401 with the address of the
 * resource metadata. A client learns from this metadata how to sign in (RFC 9728).
 */
const authorizeToolCall = (
  call: SandboxCall,
  metadataUrl: string,
  path: ToolPath,
): AuthenticatedCall['caller'] => {
  try {
    const caller = authorizeCall(call, 'any');
    if (path === '/mcp' || caller.via === 'oauth') return caller;
    const message = 'The connector accepts only tokens of a sign-in; send keys to /mcp.';
    throw createUnauthenticatedError(message, ', error="invalid_token"');
  } catch (error) {
    if (!(error instanceof SandboxHttpError) || error.status !== 401) throw error;
    const challenge = `${error.headers['www-authenticate']}, resource_metadata="${metadataUrl}", scope="read export"`;
    throw new SandboxHttpError(401, error.code, error.message, { 'www-authenticate': challenge });
  }
};
