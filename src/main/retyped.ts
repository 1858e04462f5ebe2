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

/** The command line again, as it was read. */
export const retyped = (
  command: AnyCommand,
  { words, flags, several = {} }: Typed,
  everywhere: Given,
): Advice => {
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
