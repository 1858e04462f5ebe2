import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { CommandContext, ServiceContext } from '../../src/commands/command-context.ts';
import type { AnyCommand } from '../../src/commands/command-spec.ts';
import { defineCommand } from '../../src/commands/command-spec.ts';
import { meCommand } from '../../src/commands/me.ts';

const folder = fileURLToPath(new URL('../../src/commands/', import.meta.url));
const FACETS = 'command-context.ts';

const source = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** What is read off `deps`, or taken out of it. */
const readNames = (text: string): string[] => [
  ...[...text.matchAll(/\b(?:deps|all)\.(\w+)/g)].map(([, name = '']) => name),
  ...[...text.matchAll(/\{([^{}]*)\} = (?:deps|all);/g)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  ),
];

it('every member of a facet is used by a command', () => {
  const members = [...source(FACETS).matchAll(/^ {2}(?:readonly )?(\w+)[(:]/gm)].map(([, name = '']) => name);
  expect(members).toContain('api');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const used = new Set(
    files.filter((file) => file.endsWith('.ts')).flatMap((file) => readNames(source(file))),
  );
  expect(members.filter((member) => !used.has(member))).toStrictEqual([]);
});

it('a command takes its facets, and no more', () => {
  defineCommand({
    ...meCommand,
    resultKind: 'text',
    run: async (deps: CommandContext) => {
      // @ts-expect-error: it did not ask for the service
      void deps.api;
      return { kind: 'text', text: '' } as const;
    },
    buildRows: undefined,
    buildView: undefined,
  });
  const runs = (_run: (deps: CommandContext, options: object) => unknown): void => undefined;
  // @ts-expect-error: one that asks for the service is not run without it
  runs(meCommand.run);
  type Unmade = CommandContext & ServiceContext & { nobodyMakesThis(): void };
  // @ts-expect-error: nobody makes what it takes, so it has no place in the table
  const placed: AnyCommand = { ...meCommand, run: async (deps: Unmade) => deps.nobodyMakesThis() as never };
  expect(placed.path).toBe('me');
});
