/** The tables that people work in: which kinds of nodes stand in each, and what is read first there. */

import { means } from './kinds.ts';
import { neverLeftOut, onceEach, readFirst, tradeKind, tradeWords } from './trade-kinds.ts';

interface TableKind {
  /** As a title above it. */
  readonly title: string;
  /** Kinds, or single words of them, by the names of the trade. */
  readonly kinds: readonly string[];
  /** Columns in the order in which the trade reads them; others follow as the body has them. */
  readonly first: readonly string[];
}

export const TABLES = {
  bom: {
    title: 'Bill of materials',
    kinds: [
      ...['bom', 'bill', 'bill_of_materials', 'material', 'cloth', 'trim', 'closure', 'label', 'packaging'],
      ...['packing', 'thread', 'interlining', 'lining', 'button', 'zip', 'elastic', 'hardware', 'component'],
    ],
    first: [
      ...['code', 'role', 'type', 'composition', 'material', 'quantity', 'consumption', 'count', 'size'],
      ...['colour', 'supplier', 'placement', 'weight', 'width'],
    ],
  },
  pom: {
    title: 'Points of measure',
    kinds: ['measurement', 'measure', 'dimension'],
    first: ['code', 'description', 'spec', 'tol_plus', 'tol_minus', 'grade', 'how_to_measure'],
  },
  cut: {
    title: 'Cut list',
    kinds: ['piece'],
    first: ['code', 'cut', 'cut_quantity', 'material', 'on_fold', 'mirrored', 'grain', 'nap'],
  },
  seams: {
    title: 'Seams',
    kinds: ['seam', 'hem', 'stitch', 'quilt', 'topstitch'],
    first: ['code', 'seam_class', 'stitch_class', 'spi', 'seam_allowance', 'thread'],
  },
  labels: {
    title: 'Labels and packing',
    kinds: ['label', 'packaging', 'packing', 'care'],
    first: ['code', 'type', 'text', 'placement', 'attachment', 'quantity', 'size', 'material'],
  },
  colourways: {
    title: 'Colourways',
    kinds: ['colourway', 'colour', 'color'],
    first: ['code', 'shell', 'lining', 'trim', 'thread'],
  },
  sizes: {
    title: 'Sizes',
    kinds: ['size', 'grade', 'grading'],
    first: ['code', 'size', 'base'],
  },
} as const satisfies Readonly<Record<string, TableKind>>;

/** What is read first in any of them. */
export const FIRST_NAMES: readonly string[] = Object.values(TABLES).flatMap(({ first }) => first);

export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];
export const isTableName = (word: string): word is TableName => Object.hasOwn(TABLES, word);

/** One of the tables, or the nodes of one kind as the user typed it. */
export interface Wanted {
  /** `bom`, or the kind. */
  readonly name: string;
  readonly first: readonly string[];
  /** Columns that a table has also where no node says a thing in them. */
  readonly always: readonly string[];
  belongs(kind: string): boolean;
}

/** A size label is a label, and no size: of `sizes` only the last word counts. */
const lastWords = (kind: string): readonly string[] => {
  const words = tradeWords(kind);
  return [words[0] ?? '', words.at(-1) ?? ''];
};

/** `pieces` are each a piece, and `BOMLine` is of the bill. */
const isOf = (name: TableName, kind: string): boolean => {
  const known: readonly string[] = TABLES[name].kinds;
  const words = name === 'sizes' ? lastWords(kind) : tradeWords(kind);
  return words.some((word) => known.includes(word) || known.includes(tradeKind(word.replace(/s$/, ''))));
};

export const wantedTable = (name: string): Wanted => {
  if (isTableName(name)) {
    const { first, kinds } = TABLES[name];
    return {
      name,
      first,
      always: kinds.flatMap(neverLeftOut),
      belongs: onceEach((kind) => isOf(name, kind)),
    };
  }
  const same = [tradeKind(name), tradeKind(name.replace(/s$/, ''))];
  const belongs = (kind: string): boolean =>
    means(name, kind) || (kind !== '' && same.includes(tradeKind(kind)));
  return { name, first: readFirst(name), always: neverLeftOut(name), belongs };
};
