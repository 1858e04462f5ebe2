/** Reading open bodies: finds every stated value wherever it stands, and loses nothing on the way. */

export type { Change, ChangeClass, Side } from './change.ts';
export { type Comparison, compare, type Measured } from './compare.ts';

export { type Entry, entriesOf, ownState, type Role, statedEntries } from './entries.ts';
export { type Flat, flatten, type Tally, tally, tallyOf } from './flat.ts';
export { type Graph, type GraphNode, readGraph } from './graph.ts';
export { type OpenBody, readOpen } from './groups.ts';
export { isRecord, jsonText, lexeme, own, payloadText, scalarText } from './json.ts';
export { isStateWord, payloadKey, type Stated, type StateWord, stated } from './stated.ts';
