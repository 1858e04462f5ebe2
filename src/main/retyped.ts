import { isTellingLink } from '../border/secrets.ts';
import {
  type Advice,
  fromSource,
  shellWord,
  shellWords,
  type Typeable,
  toType,
  typeable,
  typeables,
} from '../border/shell.ts';
import type { AnyCommand } from '../commands/define.ts';
import type { Given, Typed } from '../commands/typed.ts';

const flagWord = (name: string, value: string | true): readonly Typeable[] => {
  const flag = typeable`--${fromSource(name)}`;
  if (value === true) return [flag];
  return [
    value.startsWith('-') ? typeable`${flag}=${shellWord(value)}` : typeable`${flag} ${shellWord(value)}`,
  ];
};

/** The command line again, as it was read; undefined where a word of it is not to be said again. */
export const retyped = (
  command: AnyCommand,
  { words, flags, several = {} }: Typed,
  everywhere: Given,
): Advice | undefined => {
  const values = [everywhere, flags, several].flatMap((given) => Object.values(given).flat());
  if ([...words, ...values].some((value) => typeof value === 'string' && isTellingLink(value)))
    return undefined;
  const flagWords = (given: Given): readonly Typeable[] =>
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : (several[name] ?? [value]).flatMap((each) => flagWord(name, each)),
    );
  const behind = words.some((word) => word.startsWith('-') && word !== '-') ? [typeable`--`] : [];
  const line = typeables([
    ...flagWords(everywhere),
    shellWords(command.path.split(' ')),
    ...flagWords(flags),
    ...behind,
    ...words.map(shellWord),
  ]);
  return toType`toile ${line}`;
};
