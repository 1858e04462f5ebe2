import { readJson } from '../json/lossless.ts';
import { isRecord, jsonText } from '../json/values.ts';
import { sha256 } from '../system/sha256.ts';

/** A digest of each member of a request's body: another body is noticed, and no free text is kept. */
export type BodyDigests = Readonly<Record<string, string>>;

/** The digests of a body, which is a JSON object. The same value has another digest for another design. */
export const digestBody = (design: string, text: string): BodyDigests => {
  const body = readJson(text);
  const members = isRecord(body) ? Object.entries(body) : [['', body] as const];
  return Object.fromEntries(
    members.map(([name, value]) => [name, sha256(`${design} ${name} ${jsonText(value)}`).slice(0, 16)]),
  );
};

/** The members in which a body differs from an earlier one. An older toile kept no digests: then none is known. */
export const findDifferences = (
  earlier: BodyDigests | undefined,
  design: string,
  text: string,
): readonly string[] => {
  if (!isRecord(earlier)) return [];
  const digests = digestBody(design, text);
  const names = new Set([...Object.keys(earlier), ...Object.keys(digests)]);
  return [...names].filter((name) => earlier[name] !== digests[name]);
};
