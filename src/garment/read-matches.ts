/**
 * The results of `toile which`. They say where data with a typed digest was found, and how this data differs from the
 * newest data of the same garment.
 */

import type { StyleName } from './basis-groups.ts';
import { type ChangeWord, MINOR_CLASS } from './change-words.ts';
import { type BodyChange, compareBodies } from './compare-bodies.ts';
import { type GarmentRead, READ_BODIES } from './read-digest.ts';

/** The place where a read was found: a pulled folder, a git commit, a workbook or a file. */
export interface ReadPlace {
  readonly kind: 'folder' | 'git' | 'workbook' | 'file';
  /**
   * The path of the folder, workbook or file as the user typed it. If `kind` is `git`, this is the path of the folder
   * inside the repository.
   */
  readonly where: string;
  readonly commit?: string;
}

/**
 * The numbers of values that differ between an earlier and a later read of the same bodies, one number for each kind of
 * change.
 */
export interface ReadChanges {
  /** The number of values that are inferred or unstated in the earlier data and asserted in the later data. */
  readonly stated: number;
  /**
   * The number of values that are asserted in the earlier data and inferred or unstated in the later data, or inferred
   * in the earlier data and unstated in the later data.
   */
  readonly withdrawn: number;
  readonly changed: number;
  readonly added: number;
  readonly removed: number;
}

/** A set of bodies that were read together, with the digest that the user typed. Printed as JSON. */
export interface ReadMatch extends StyleName {
  readonly digest: string;
  /**
   * What the digest identifies: one garment or a whole pulled folder. The digest of a folder is printed, for example,
   * on the page of a season.
   */
  readonly of: 'garment' | 'folder';
  readonly profile: string | null;
  /** The time when the data was read from the service, in ISO 8601. Null if this time is unknown. */
  readonly read: string | null;
  readonly found: ReadPlace;
  /**
   * The newest data of the same garment in the searched folders. Null if the folders do not have the garment. `changes`
   * counts the differences between this data and the data that the digest identifies.
   */
  readonly now: {
    readonly where: string;
    readonly read: string | null;
    readonly changes: ReadChanges;
  } | null;
  /**
   * The number of designs in the pulled folder that the digest identifies (`all`), and how many of them have changed
   * since (`changed`). Missing if the digest identifies one garment.
   */
  readonly designs?: { readonly all: number; readonly changed: number };
}

/**
 * The folders in which `toile which` searched, and how many garments, workbooks and earlier manifests (from the git
 * history) it searched there.
 */
export interface SearchedPlaces {
  readonly folders: readonly string[];
  readonly garments: number;
  readonly workbooks: number;
  /** The number of versions of `manifest.json` from earlier git commits that were searched. */
  readonly past: number;
  /** Sentences about the files and git histories that `toile which` could not search, each with the reason. */
  readonly notes: readonly string[];
}

/** The result of `toile which`. Printed as JSON. */
export interface WhichResult {
  readonly digests: readonly string[];
  readonly reads: readonly ReadMatch[];
  readonly searched: SearchedPlaces;
  readonly missing: readonly string[];
}

const STATED: readonly ChangeWord[] = ['stated for the first time', 'confirmed', 'filled'];
const WITHDRAWN: readonly ChangeWord[] = ['now inferred', 'no longer stated'];

const classifyChange = ({ word, before, after }: BodyChange): keyof ReadChanges => {
  if (STATED.some((each) => each === word)) return 'stated';
  if (WITHDRAWN.some((each) => each === word)) return 'withdrawn';
  if (before === null) return 'added';
  return after === null ? 'removed' : 'changed';
};

/**
 * Counts the changes between two reads of a garment, in the bodies that both reads have. Changes of the class
 * `MINOR_CLASS`, such as a changed basis, are not counted.
 */
export const countReadChanges = (before: GarmentRead, after: GarmentRead): ReadChanges => {
  const counts = { stated: 0, withdrawn: 0, changed: 0, added: 0, removed: 0 };
  for (const name of READ_BODIES) {
    if (before[name] === undefined || after[name] === undefined) continue;
    for (const change of compareBodies(before[name], after[name]).changes)
      if (change.class < MINOR_CLASS) counts[classifyChange(change)] += 1;
  }
  return counts;
};
