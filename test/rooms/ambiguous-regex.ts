/**
 * Finds regular expressions that may take more than linear time. It builds the automaton of a pattern (Glushkov, one
 * position per character) and reports ambiguity that grows with the text. Lookarounds and back references are ignored.
 */

/** One character of each class that the patterns of the program distinguish. */
const SIGNS = [
  ...Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)),
  '\u200b',
  '\u2028',
  '\u202e',
  '\u3000',
  '\ufeff',
  '中',
];

/** The maximum number of times that a counted repeat is expanded. */
const MOST_COPIES = 3;
/** A set of SIGNS, with one bit for each. */
type SignSet = bigint;
const collectSigns = (hasSign: (sign: string) => boolean): SignSet =>
  BigInt(`0b${SIGNS.map((sign) => (hasSign(sign) ? '1' : '0')).join('')}`);
/** All characters, which a search that can start anywhere skips. */
const ANY = collectSigns(() => true);

interface Fragment {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isNullable: boolean;
}
interface Automaton {
  readonly signs: SignSet[];
  /** The number of paths between two positions; two paths are an ambiguity of nested repeats. */
  readonly follows: Map<number, number>[];
}

const EMPTY: Fragment = { first: [], last: [], isNullable: true };

class Parser {
  readonly automaton: Automaton = { signs: [], follows: [] };
  #at = 0;
  readonly #source: string;
  readonly #flags: string;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags.replace(/[gy]/g, '');
  }

  /** Adds a position for one character of a set. */
  place(signs: SignSet): Fragment {
    const { automaton } = this;
    automaton.signs.push(signs);
    automaton.follows.push(new Map());
    const at = automaton.signs.length - 1;
    return { first: [at], last: [at], isNullable: false };
  }

  link(from: readonly number[], to: readonly number[]): void {
    for (const one of from)
      for (const other of to) {
        const follows = this.automaton.follows[one];
        follows?.set(other, (follows.get(other) ?? 0) + 1);
      }
  }

  join(one: Fragment, other: Fragment): Fragment {
    this.link(one.last, other.first);
    return {
      first: one.isNullable ? [...one.first, ...other.first] : one.first,
      last: other.isNullable ? [...one.last, ...other.last] : other.last,
      isNullable: one.isNullable && other.isNullable,
    };
  }

  alternatives(): Fragment {
    let all = this.sequence();
    while (this.#take('|')) {
      const next = this.sequence();
      all = {
        first: [...all.first, ...next.first],
        last: [...all.last, ...next.last],
        isNullable: all.isNullable || next.isNullable,
      };
    }
    return all;
  }

  sequence(): Fragment {
    let all = EMPTY;
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? ''))
      all = this.join(all, this.#repeated());
    return all;
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false;
    this.#at += text.length;
    return true;
  }

  #repeated(): Fragment {
    const from = this.#at;
    const one = this.#atom();
    const end = this.#at;
    const [typed, sign = '', least = '', comma, most = ''] =
      /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.#source.slice(end)) ?? [];
    if (typed === undefined) return one;
    const after = end + typed.length;
    const isUnbounded = sign === '*' || sign === '+' || (comma === ',' && most === '');
    const low = sign === '+' ? 1 : sign === '' ? Number(least) : 0;
    const copies = sign === '' ? Math.min(MOST_COPIES, Math.max(1, low, Number(most || 0))) : 1;
    let all = EMPTY;
    let last = one;
    for (let copy = 0; copy < copies; copy++) {
      this.#at = from;
      last = copy === 0 ? one : this.#atom();
      all = this.join(all, copy < low ? last : { ...last, isNullable: true });
    }
    if (isUnbounded) this.link(last.last, last.first);
    this.#at = after;
    return { ...all, isNullable: low === 0 || all.isNullable };
  }

  #atom(): Fragment {
    if (this.#take('^') || this.#take('$') || this.#take('\\b') || this.#take('\\B')) return EMPTY;
    if (this.#take('(')) {
      const head = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(this.#source.slice(this.#at))?.[0] ?? '';
      this.#at += head.length;
      const isLook = /^\?<?[=!]/.test(head);
      const begun = this.automaton.signs.length;
      const inner = this.alternatives();
      this.#at++;
      if (!isLook) return inner;
      // A lookaround is not part of the match.
      this.automaton.signs.length = begun;
      this.automaton.follows.length = begun;
      return EMPTY;
    }
    const [typed = '.'] =
      /^(?:\[(?:\\.|[^\]\\])*\]|\\(?:u\{\w+\}|u\w{4}|x\w\w|[pP]\{\w+(?:=\w+)?\}|k<\w+>|.)|.)/su.exec(
        this.#source.slice(this.#at),
      ) ?? [];
    this.#at += typed.length;
    if (/^\\(?:[1-9]|k<)/.test(typed)) return EMPTY;
    const pattern = new RegExp(`^(?:${typed})$`, this.#flags);
    return this.place(collectSigns((sign) => pattern.test(sign)));
  }
}

type Positions = readonly [number, number, number];

/** Returns true if the state `to` can be reached from the state `from` by at least one character. */
const canReach = ({ signs, follows }: Automaton, from: Positions, to: Positions): boolean => {
  const toKey = ([x, y, z]: Positions): number => (x * signs.length + y) * signs.length + z;
  const [seen, end] = [new Set<number>(), toKey(to)];
  const open = [from];
  for (let now = open.pop(); now; now = open.pop())
    for (const x of follows[now[0]]?.keys() ?? [])
      for (const y of follows[now[1]]?.keys() ?? []) {
        const common = (signs[x] ?? 0n) & (signs[y] ?? 0n);
        if (common === 0n) continue;
        for (const z of follows[now[2]]?.keys() ?? []) {
          const key = toKey([x, y, z]);
          if (seen.has(key) || (common & (signs[z] ?? 0n)) === 0n) continue;
          if (key === end) return true;
          seen.add(key);
          open.push([x, y, z]);
        }
      }
  return false;
};

/** Returns why a pattern may take more than linear time on untrusted text, or undefined if it does not. */
export const findAmbiguity = (source: string, flags: string): string | undefined => {
  const parser = new Parser(source, flags);
  const { automaton } = parser;
  // A search can begin at every character, as if the pattern began with a repeat of anything.
  const isSearch = !/^\^/.test(source) && !flags.includes('y');
  const start = isSearch ? parser.place(ANY) : EMPTY;
  if (isSearch) parser.link(start.last, start.first);
  const body = parser.alternatives();
  parser.link(start.last, body.first);
  // When the pattern may end at any character, a repeat at its end never fails.
  const canFail = new Set(automaton.signs.keys());
  if (!/[$)]$/.test(source)) for (const at of body.last) canFail.delete(at);
  for (const [p, follows] of automaton.follows.entries()) {
    if (!canReach(automaton, [p, p, p], [p, p, p])) continue;
    for (const [q, times] of follows)
      if (times > 1 && canReach(automaton, [q, q, q], [p, p, p])) return 'nested repeats';
    for (const q of automaton.signs.keys())
      if (
        p !== q &&
        canFail.has(q) &&
        automaton.follows[q]?.size &&
        canReach(automaton, [p, p, q], [p, q, q])
      )
        return p === 0 && isSearch ? 'a repeat that a search begins again at every sign' : 'adjacent repeats';
  }
  return undefined;
};
