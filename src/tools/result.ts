import { kindsIn, ofKinds } from '../garment/kind-counts.ts';
import { wanted } from '../garment/kinds.ts';
import { readJson } from '../json/lossless.ts';
import { digestOf } from './cursor.ts';
import type { ToolName } from './definitions.ts';
import { inParts } from './parts.ts';
import { type ToolResult, trouble } from './tool-result.ts';

/** The arguments of a call, beside `after` all that a part of its answer depends on. */
export interface Args {
  readonly id: string;
  readonly profile?: string | undefined;
  readonly driver?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly after?: string | undefined;
}

/** The result of a body of the service, given as its text. */
export const resultOf = (tool: ToolName, text: string, { after, ...question }: Args): ToolResult => {
  const body = readJson(text);
  const { kinds } = question;
  const given = { tool, digest: digestOf(text), question, after };
  if (tool !== 'get_garment_graph') return inParts({ ...given, value: body });
  const there = kindsIn(body);
  const lost = kinds?.filter((kind) => !Object.keys(there).some((known) => wanted(known, [kind]))) ?? [];
  if (lost.length > 0) {
    const known = Object.entries(there).map(([kind, count]) => `${kind} (${count})`);
    return trouble(`No node is of the kind ${lost.join(' or ')}. Kinds in this graph: ${known.join(', ')}.`);
  }
  if (kinds !== undefined) return inParts({ ...given, value: ofKinds(body, kinds) });
  const less = Object.keys(there).length > 1 ? 'ask for some kinds only, with kinds=[...]' : undefined;
  return inParts({ ...given, value: body, less, first: { kinds: there } });
};
