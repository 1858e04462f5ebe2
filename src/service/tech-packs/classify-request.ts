import { parseUuid, type Uuid } from '../../platform/branded.ts';

/** Whether a request can cost money: `free`, an `order` of a known design, or `unclear`. */
type RequestCost =
  | { readonly kind: 'free' }
  /** An order of a Tech Pack for this design. */
  | { readonly kind: 'order'; readonly design: Uuid }
  /** A server or proxy could take the request for an order of an unknown design. */
  | { readonly kind: 'unclear' };

/** Decodes percent-encoding repeatedly (at most 8 times) until nothing changes. Broken sequences stay. */
const decodeFully = (path: string): string => {
  let [before, now] = ['', path];
  for (let layers = 0; before !== now && layers < 8; layers += 1) {
    before = now;
    now = before.replace(/(%[0-9a-f]{2})+/gi, (signs) => {
      try {
        return decodeURIComponent(signs);
      } catch {
        return signs.replace(/%([0-7][0-9a-f])/gi, (_, code) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        );
      }
    });
  }
  return now;
};

/** Removes all characters except letters and digits. */
const stripPunctuation = (segment: string | undefined): string =>
  segment?.replace(/[^\p{L}\p{N}]/gu, '') ?? '';

/** Splits a path into segments as a very lenient server does: without parameters, spaces and empty segments. */
const splitSegments = (path: string): readonly string[] =>
  path
    .normalize('NFKC')
    .toLowerCase()
    .split(/[/\\]/)
    .map((segment) => segment.replace(/;.*$/s, '').trim())
    .filter((segment) => stripPunctuation(segment) !== '');

/** Returns true for `tech-packs`, also with other punctuation in it or with text around it. */
const isTechPackSegment = (segment: string): boolean => stripPunctuation(segment).includes('techpack');

/** Returns true if some server could take the path for a Tech Pack request. */
const mayBeTechPackPath = (path: string): boolean => {
  const segments = splitSegments(path);
  // A path with segments of dots means different paths on different servers, so the position of the segment is not
  // checked.
  const isWinding = path.split(/[/\\]/).some((segment) => /^\.+$/.test(segment.trim()));
  return segments.some(
    (segment, place) =>
      isTechPackSegment(segment) &&
      (isWinding || place === segments.length - 1 || stripPunctuation(segments[place - 2]) === 'designs'),
  );
};

/**
 * Returns whether a request can cost money, from its method and the URL that is sent: `order`, `free` or `unclear`.
 * `order` is only for a path that every server understands alike. A POST is `unclear` if any server could take its path
 * for a Tech Pack request.
 */
export const classifyRequest = (method: string, address: string): RequestCost => {
  if (method.toUpperCase() !== 'POST') return { kind: 'free' };
  const path = decodeFully(new URL(address).pathname);
  // On some servers an encoded question mark ends the path, so the path up to it is checked too.
  const cut = path.replace(/[?#].*$/s, '');
  if (!mayBeTechPackPath(path) && !mayBeTechPackPath(cut)) return { kind: 'free' };
  const [designs, id, last] = splitSegments(cut).slice(-3);
  const design = parseUuid(id);
  const isExact = last === 'tech-packs' && designs === 'designs' && design !== undefined;
  return isExact ? { kind: 'order', design } : { kind: 'unclear' };
};
