import type { McpSession } from '../../assistant/mcp/mcp-session.ts';
import type { FullContext } from '../../commands/command-context.ts';
import { Failure } from '../../platform/errors.ts';
import type { HostSystem } from './host-system.ts';

/** How long a client may cache the list of tools. An update of toile may change the tools. */
const TOOL_LIST_LIFE_MS = 60 * 60 * 1000;

/** Serves the tools over MCP on stdin and on the protocol stream to stdout. */
export const serveTools = async (
  { io, protocolOutput, version, clock }: HostSystem,
  answering: Parameters<FullContext['serveTools']>[0],
  warn: (text: string) => void,
): Promise<McpSession> => {
  if (protocolOutput === undefined) throw new Failure('stdout could not be kept for the protocol');
  const { serveMcpSession } = await import('../../assistant/mcp/mcp-session.ts');
  return serveMcpSession({
    input: io.input.stream,
    output: protocolOutput,
    source: { ...answering, name: 'toile', version, listLifeMs: TOOL_LIST_LIFE_MS, now: clock.now },
    redact: io.secrets.redact,
    sleep: (ms, signal) => clock.sleep(ms, signal),
    warn,
  });
};
