import { asUuid, type Uuid } from '../border/identity.ts';

/** What a request to an address asks for, as far as money is concerned. */
export type Ordering =
  | { readonly kind: 'free' }
  /** A Tech Pack of that design. */
  | { readonly kind: 'order'; readonly design: Uuid }
  /** Some reader on the way may take it for one, and nobody can say of which design. */
  | { readonly kind: 'unclear' };

/** Percent-encoding in layers is undone until nothing changes; a broken one stands for itself. */
const decoded = (path: string): string => {
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

const letters = (segment: string | undefined): string => segment?.replace(/[^\p{L}\p{N}]/gu, '') ?? '';

/** The segments as the most lenient of servers reads them: without parameters, blanks and empty ones. */
const segmentsOf = (path: string): readonly string[] =>
  path
    .normalize('NFKC')
    .toLowerCase()
    .split(/[/\\]/)
    .map((segment) => segment.replace(/;.*$/s, '').trim())
    .filter((segment) => letters(segment) !== '');

/** `tech-packs`, with whatever stands between its letters or behind them. */
const isTechPacks = (segment: string): boolean => letters(segment).includes('techpack');

/** Whether some reader may find the request of a Tech Pack there, whatever it does with what stands behind. */
const mayOrder = (path: string): boolean => {
  const segments = segmentsOf(path);
  // Dots that were encoded twice lead elsewhere only for some.
  const isWinding = path.split(/[/\\]/).some((segment) => /^\.+$/.test(segment.trim()));
  return segments.some(
    (segment, place) =>
      isTechPacks(segment) &&
      (isWinding || place === segments.length - 1 || letters(segments[place - 2]) === 'designs'),
  );
};

/**
 * What a request asks for, by its address as it will be sent and by nothing that was typed. `order` only where it is
 * spelled so that there is one reading; whatever ends in tech-packs in any reading is never free.
 */
export const orderingIn = (method: string, address: string): Ordering => {
  if (method.toUpperCase() !== 'POST') return { kind: 'free' };
  const path = decoded(new URL(address).pathname);
  // A question mark that was encoded ends the path for some, and not for others.
  const cut = path.replace(/[?#].*$/s, '');
  if (!mayOrder(path) && !mayOrder(cut)) return { kind: 'free' };
  const [designs, id, last] = segmentsOf(cut).slice(-3);
  const design = asUuid(id);
  const isExact = last === 'tech-packs' && designs === 'designs' && design !== undefined;
  return isExact ? { kind: 'order', design } : { kind: 'unclear' };
};
