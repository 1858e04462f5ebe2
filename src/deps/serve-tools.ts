import type { Deps } from '../commands/facets.ts';
import { Failure } from '../errors.ts';
import type { Talk } from '../mcp/serve.ts';
import type { Outside } from './system.ts';

/** Milliseconds; an update of toile may change the tools, and ends the process that serves them. */
const LIST_LIFE = 60 * 60 * 1000;

/** The tools on stdin and on the one way to stdout that nobody else writes to. */
export const serveTools = async (
  { io, protocol, version, clock }: Outside,
  answering: Parameters<Deps['serveTools']>[0],
  warn: (text: string) => void,
): Promise<Talk> => {
  if (protocol === undefined) throw new Failure('stdout could not be kept for the protocol');
  const { talk } = await import('../mcp/serve.ts');
  return talk({
    input: io.input.stream,
    output: protocol,
    source: { ...answering, name: 'toile', version, listLife: LIST_LIFE, now: clock.now },
    redact: io.secrets.redact,
    sleep: (ms, signal) => clock.sleep(ms, signal),
    warn,
  });
};
