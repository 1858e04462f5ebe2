/** A body with another word in every scalar, so that each can be looked for in what is shown. */
import { LosslessNumber } from 'lossless-json';
import { readStated } from '../../src/garment/stated-value.ts';
import { isRecord, toNumberText, toScalarText } from '../../src/platform/json/json-values.ts';

export interface Canary {
  readonly sign: string;
  /** Members on the way to it. */
  readonly path: readonly string[];
  /** What the objects on the way call themselves. */
  readonly owners: string[];
}

const NAMES = ['field', 'key', 'rel', 'relation', 'kind', 'type', 'id'];
const STATES = ['asserted', 'inferred', 'unstated'];

/** A name may be a stated value. */
const nameIn = (value: unknown): string | undefined =>
  toScalarText(value) ?? toScalarText(readStated(value)?.value);

/** What leads from one node to another, or names a kind, is left as it is: it is looked up, and shown by another name. */
export function plantCanaries(body: unknown): {
  readonly body: unknown;
  readonly canaries: readonly Canary[];
} {
  const canaries: Canary[] = [];
  const put = (value: unknown, path: readonly string[], owners: string[]): unknown => {
    if (Array.isArray(value)) return value.map((item, at) => put(item, [...path, `${at}`], owners));
    if (isRecord(value)) {
      const own = [...owners];
      const made = new Map<string, unknown>();
      const before = canaries.length;
      // Stated values come last, because the names of the others contain theirs.
      const names = NAMES.filter((key) => nameIn(value[key]) !== undefined);
      for (const key of names.toSorted(
        (one, other) => Number(isRecord(value[one])) - Number(isRecord(value[other])),
      )) {
        const name = put(value[key], [...path, key], own);
        made.set(key, name);
        const words = (nameIn(name) ?? '').split(/\s+/);
        own.push(...words);
        for (const canary of canaries.slice(before)) if (canary.owners !== own) canary.owners.push(...words);
      }
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, made.get(key) ?? put(item, [...path, key], own)]),
      );
    }
    // A table without rows has no place for the id, which was typed.
    if (path.join() === 'garment_id') return value;
    if (path.at(-1) === 'state' && (typeof value !== 'string' || STATES.includes(value))) return value;
    const sign = `${7000 + canaries.length}.50`;
    if (toNumberText(value) !== undefined) {
      canaries.push({ sign, path, owners });
      return new LosslessNumber(sign);
    }
    if (typeof value !== 'string') return value;
    const word = `q${canaries.length}z`;
    canaries.push({ sign: word, path, owners });
    return ['kind', 'type'].includes(path.at(-1) ?? '') && value !== ''
      ? `${value.slice(0, 12).replaceAll(/[^\p{L}\p{N}_ -]/gu, '')} ${word}`
      : word;
  };
  return { body: put(body, [], []), canaries };
}

/** Finds the names in sentences about left-out values; undefined when a sentence only counts the rest. */
export function findNamesLeftOut(text: string): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const flat = text.replaceAll(/\s+/g, ' ');
  let more = false;
  const lists =
    /\d+ (?:values?|relations?|members?|reasons?|nodes?|kinds?|ids?|questions?)(?: [a-z ]+)? \(((?:\(itself\)|[^()])*)\)/g;
  for (const [, list = ''] of flat.matchAll(lists)) {
    more ||= / and \d+ other names$/.test(list);
    for (const name of list.split(/, | and (?=\d+ other)/))
      for (const step of [name.replace(/ \d+$/, ''), ...name.split(/[.[\]\s]+/)]) names.add(step);
  }
  return more ? undefined : names;
}

const KNOWN =
  /^(?:value|text|unit|basis|confidence|field|id|kind|type|label|name|values|links|facts|between|nodes|rel|to|state|options|garment_id|profile|measurements|materials|lines|sizes?|spec|spec_M|XS|L|code|side)$/;

/** Gives every unknown member its own name, so that a sentence about one cannot mean another. */
export function renameUnknown(body: unknown): unknown {
  let count = 0;
  const put = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(put);
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [KNOWN.test(key) ? key : `k${count++}`, put(item)]),
    );
  };
  return put(body);
}
