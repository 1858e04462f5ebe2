import anatomy from './data/anatomy.json' with { type: 'json' };

/** What is known of a thing that has a name: texts as lexeme.ts reads them, by field. */
type Presets = Readonly<Record<string, string>>;
/** Names in trade order, by kind. */
type Anatomy = Readonly<Record<string, Readonly<Record<string, Presets>>>>;

const EVERY: Anatomy = anatomy.every;
const FAMILIES: Readonly<Record<string, { readonly like: readonly string[]; readonly kinds: Anatomy }>> =
  anatomy.families;

interface Named {
  readonly name: string;
  readonly preset: Presets;
}

const listed = (names: Readonly<Record<string, Presets>> = {}): Named[] =>
  Object.entries(names).map(([name, preset]) => ({ name, preset }));

/** What a family says of a kind, or those that it is like: a romper is like a top and a bottom. */
const ownOf = (family: string, kind: string): Named[] => {
  const found = FAMILIES[family];
  if (!found) throw new RangeError(`no such family: ${family}`);
  const own = found.kinds[kind];
  return own ? listed(own) : found.like.flatMap((other) => ownOf(other, kind));
};

/** The names of a kind in a family, each with its fields. Labels of its own stand in place of everybody's. */
export const named = (family: string, kind: string): readonly Named[] => {
  const own = ownOf(family, kind);
  return kind === 'label' && own.length > 0 ? own : [...own, ...listed(EVERY[kind])];
};
