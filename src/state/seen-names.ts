/** The file of ids and names that were seen, as completion reads it: quickly, and without a change. */

import { type Path, within } from '../border/path.ts';
import { look } from '../system/json-look.ts';
import { lightSha256 } from '../system/light-sha256.ts';

export interface Name {
  readonly id: string;
  readonly name: string | null;
  /** `GARM-<n>`, once minted. */
  readonly garment: string | null;
}

/** The newest that this program understands. */
export const NAMES_VERSION = 1;

const isText = (value: unknown): boolean => value === null || typeof value === 'string';

/** Asked of thousands while somebody waits for a list: no copy of the members is made. */
const isName = (value: unknown): value is Name =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'name' in value &&
  isText(value.name) &&
  'garment' in value &&
  isText(value.garment);

export const namesIn = (value: unknown): readonly Name[] =>
  Array.isArray(value) ? value.filter(isName) : [];

/** `owner` is account and address, as a keyring names them: one owner never sees another's names. */
export const namesFile = (folder: Path, owner: string): Path =>
  within(folder, `names-${lightSha256(owner).slice(0, 16)}.json`);

/** Last seen first; none where the file is absent, or is not to be believed. */
export const seenNames = async (folder: Path, owner: string): Promise<readonly Name[]> => {
  const seen = await look(namesFile(folder, owner));
  return seen.is === 'read' && seen.value.version <= NAMES_VERSION ? namesIn(seen.value.names) : [];
};
