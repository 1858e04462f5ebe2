import { parseUuid, type Uuid } from '../../platform/branded.ts';

/** The cost of a request: `free`, an `order` for `design`, or `unclear`. */
type RequestCost =
  | { readonly kind: 'free' }
  | { readonly kind: 'order'; readonly design: Uuid }
  /** The request is not exactly an order, but a server or proxy could take it for one. */
  | { readonly kind: 'unclear' };

/** Decodes percent-encoding up to 8 times, until nothing changes. Invalid sequences stay. */
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

/** Splits a path into segments as a lenient server does: without parameters after `;`, spaces and empty segments. */
const splitSegments = (path: string): readonly string[] =>
  path
    .normalize('NFKC')
    .toLowerCase()
    .split(/[/\\]/)
    .map((segment) => segment.replace(/;.*$/s, '').trim())
    .filter((segment) => stripPunctuation(segment) !== '');

/** Returns true for `tech-packs` and similar segments, for example `techpack`, `tech_packs` or `tech-packs.json`. */
const isTechPackSegment = (segment: string): boolean => stripPunctuation(segment).includes('techpack');

/** Returns true if any server could take the path for a Tech Pack request. */
const mayBeTechPackPath = (path: string): boolean => {
  const segments = splitSegments(path);
  // Servers resolve `.` and `..` differently. In a path with them, `tech-packs` counts at any position.
  const hasDots = path.split(/[/\\]/).some((segment) => /^\.+$/.test(segment.trim()));
  return segments.some(
    (segment, index) =>
      isTechPackSegment(segment) &&
      (hasDots || index === segments.length - 1 || stripPunctuation(segments[index - 2]) === 'designs'),
  );
};

/**
 * Returns whether a request can cost money. Only a POST can. It is an `order` if its decoded path ends with
 * `designs/<uuid>/tech-packs`, `unclear` if some server could take its path for an order, and otherwise `free`.
 */
export const classifyRequestCost = (method: string, address: string): RequestCost => {
  if (method.toUpperCase() !== 'POST') return { kind: 'free' };
  const path = decodeFully(new URL(address).pathname);
  // Some servers end the path at an encoded question mark, so the path before it is checked too.
  const beforeQuery = path.replace(/[?#].*$/s, '');
  if (!mayBeTechPackPath(path) && !mayBeTechPackPath(beforeQuery)) return { kind: 'free' };
  const [designs, id, last] = splitSegments(beforeQuery).slice(-3);
  const design = parseUuid(id);
  const isExact = last === 'tech-packs' && designs === 'designs' && design !== undefined;
  return isExact ? { kind: 'order', design } : { kind: 'unclear' };
};
