import { isRecord, toJsonText } from '../../platform/json/json-values.ts';
import { parseJson } from '../../platform/json/parse-json.ts';
import { computeSha256 } from '../../platform/system/sha256.ts';

/** A digest of each member of a request body. It reveals a different body without saving free text. */
export type BodyDigests = Readonly<Record<string, string>>;

/** Returns the digests of a JSON object. The same value has different digests for different designs. */
export const digestBody = (design: string, text: string): BodyDigests => {
  const body = parseJson(text);
  const members = isRecord(body) ? Object.entries(body) : [['', body] as const];
  return Object.fromEntries(
    members.map(([name, value]) => [
      name,
      computeSha256(`${design} ${name} ${toJsonText(value)}`).slice(0, 16),
    ]),
  );
};

/**
 * Returns the members in which a body differs from an earlier one; empty if an older version saved no
 * digests.
 */
export const findChangedMembers = (
  earlier: BodyDigests | undefined,
  design: string,
  text: string,
): readonly string[] => {
  if (!isRecord(earlier)) return [];
  const digests = digestBody(design, text);
  const names = new Set([...Object.keys(earlier), ...Object.keys(digests)]);
  return [...names].filter((name) => earlier[name] !== digests[name]);
};
