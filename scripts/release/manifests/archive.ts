/** The input of every manifest. */

import type { Addresses, Facts } from '../facts.ts';

/** An archive that a manifest names: its file, the folder in it, and its digest. */
export interface Archive {
  readonly file: string;
  readonly stem: string;
  readonly sha256: string;
}
export type Archives = Readonly<Record<string, Archive>>;
export type Known = Facts & { readonly addresses: Addresses };

export function archive(archives: Archives, target: string): Archive {
  const found = archives[target];
  if (!found) throw new Error(`no archive for ${target} was made, which a manifest names`);
  return found;
}
