import { parseUuid, type Uuid } from '../../platform/branded.ts';

/**
 * What a request can cost. `free`: it costs nothing. `order`: it orders a Tech Pack for `design`. `unclear`: it may
 * cost something.
 */
type RequestCost =
  | { readonly kind: 'free' }
  | { readonly kind: 'order'; readonly design: Uuid }
  /** The request does not have the exact form of a Tech Pack order, but a server or proxy could treat it as one. */
  | { readonly kind: 'unclear' };

/**
 * Decodes percent-encoding such as `%2F` repeatedly, at most 8 times, until the text no longer changes. Invalid
 * sequences are not changed.
 */
const decodeFully = (path: string): string => {
  let [before, now] = ['', path];
  for (let layers = 0; before !== now && layers < 8; layers += 1) {
    before = now;
    now = before.replace(/(%[0-9a-f]{2})+/gi, (escapes) => {
      try {
        return decodeURIComponent(escapes);
      } catch {
        return escapes.replace(/%([0-7][0-9a-f])/gi, (_, code) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        );
      }
    });
  }
  return now;
};

const stripPunctuation = (segment: string | undefined): string =>
  segment?.replace(/[^\p{L}\p{N}]/gu, '') ?? '';

/**
 * Splits a path into its segments as a tolerant server does. Removes parameters after `;`, the spaces around a segment,
 * and segments without letters or digits.
 */
const splitSegments = (path: string): readonly string[] =>
  path
    .normalize('NFKC')
    .toLowerCase()
    .split(/[/\\]/)
    .map((segment) => segment.replace(/;.*$/s, '').trim())
    .filter((segment) => stripPunctuation(segment) !== '');

/**
 * Returns true if a segment of a path is `tech-packs` or similar, for example `techpack`, `tech_packs` or
 * `tech-packs.json`.
 */
const isTechPackSegment = (segment: string): boolean => stripPunctuation(segment).includes('techpack');

/**
 * Returns true if some server could interpret the path as that of a Tech Pack request. Servers interpret unusual paths
 * in different ways.
 */
const mayBeTechPackPath = (path: string): boolean => {
  const segments = splitSegments(path);
  // Servers resolve the segments `.` and `..` in different ways. So a path with such a segment counts as a Tech Pack
  // path if any of its segments contains `techpack`, apart from punctuation.
  const hasDots = path.split(/[/\\]/).some((segment) => /^\.+$/.test(segment.trim()));
  return segments.some(
    (segment, index) =>
      isTechPackSegment(segment) &&
      (hasDots || index === segments.length - 1 || stripPunctuation(segments[index - 2]) === 'designs'),
  );
};

/**
 * Returns what a request can cost. A POST is an `order` if its decoded path ends with `designs/<uuid>/tech-packs`. A
 * POST with another path is `unclear` if some server could take the path for an order. All other requests are `free`.
 */
export const classifyRequestCost = (method: string, address: string): RequestCost => {
  if (method.toUpperCase() !== 'POST') return { kind: 'free' };
  const path = decodeFully(new URL(address).pathname);
  // Some servers treat an encoded question mark as the end of the path. So the part of the path in front of the
  // question mark is checked too.
  const beforeQuery = path.replace(/[?#].*$/s, '');
  if (!mayBeTechPackPath(path) && !mayBeTechPackPath(beforeQuery)) return { kind: 'free' };
  const [designs, id, last] = splitSegments(beforeQuery).slice(-3);
  const design = parseUuid(id);
  const isExact = last === 'tech-packs' && designs === 'designs' && design !== undefined;
  return isExact ? { kind: 'order', design } : { kind: 'unclear' };
};
