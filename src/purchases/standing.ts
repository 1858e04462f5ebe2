import type { Purchase } from './record.ts';
import { type Gone, standingNow } from './situation.ts';
import type { State } from './states.ts';

/** A record as it stands now. */
export type Listed = Omit<Purchase, 'state' | 'holder' | 'user_id' | 'body_digests'> & {
  readonly state: State;
};

/** A call of a tool that may cost money has a record too, under this in place of a design's id. */
export const nameToolCall = (tool: string, digest: string): string => `tool ${tool} ${digest}`;
export const isToolCall = (designId: string): boolean => designId.startsWith('tool ');

/** Every record, in the order in which they were made. */
export const listRecords = (all: readonly Purchase[], gone: Gone): readonly Listed[] =>
  standingNow(all, gone).map(
    ({ ref, requested_at, design_id, holder: _, user_id: __, body_digests: ___, ...rest }) => ({
      ref,
      requested_at,
      design_id,
      ...rest,
    }),
  );
