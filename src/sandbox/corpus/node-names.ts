import anatomy from './data/anatomy.json' with { type: 'json' };

/** Known values of a named node by field, in the notation of `parseLiteral`. */
type FieldPresets = Readonly<Record<string, string>>;
/** Names in trade order, by kind. */
type NamesByKind = Readonly<Record<string, Readonly<Record<string, FieldPresets>>>>;

/** Names that every family of garments shares. */
const COMMON_NAMES: NamesByKind = anatomy.every;
/**
 * Names of each family. A family takes the names of the families in `like` where it has none: a romper is
 * like a top and a bottom.
 */
const GARMENT_FAMILIES: Readonly<
  Record<string, { readonly like: readonly string[]; readonly kinds: NamesByKind }>
> = anatomy.families;

/** A name with the known values of its fields. */
interface PresetName {
  readonly name: string;
  readonly preset: FieldPresets;
}

/** Returns the names with their presets as a list. */
const toPresetNames = (names: Readonly<Record<string, FieldPresets>> = {}): PresetName[] =>
  Object.entries(names).map(([name, preset]) => ({ name, preset }));

/** Returns the names that a family has for a kind, or those of the families that it is like. */
const listFamilyNames = (family: string, kind: string): PresetName[] => {
  const found = GARMENT_FAMILIES[family];
  if (!found) throw new RangeError(`no such family: ${family}`);
  const own = found.kinds[kind];
  return own ? toPresetNames(own) : found.like.flatMap((other) => listFamilyNames(other, kind));
};

/**
 * Returns the names of a kind in a family, each with its presets. Labels of a family replace the common
 * labels.
 */
export const listNodeNames = (family: string, kind: string): readonly PresetName[] => {
  const own = listFamilyNames(family, kind);
  return kind === 'label' && own.length > 0 ? own : [...own, ...toPresetNames(COMMON_NAMES[kind])];
};
