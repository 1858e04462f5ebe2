/** Checks the names of exports: functions start with a verb, names are unique, types have a doc comment. */

import { parseSync } from 'oxc-parser';

/** An exported declaration. */
export interface ExportedName {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly kind: 'function' | 'type' | 'constant';
  readonly hasComment: boolean;
}

interface DeclarationNode {
  readonly type: string;
  readonly id?: { readonly name?: string } | null;
  readonly declarations?: readonly {
    readonly id: { readonly name?: string };
    readonly init?: { readonly type: string } | null;
  }[];
}

const TYPE_NODES = [
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSEnumDeclaration',
  'ClassDeclaration',
];
const FUNCTION_VALUES = ['ArrowFunctionExpression', 'FunctionExpression'];

const readDeclaration = (node: DeclarationNode): readonly Pick<ExportedName, 'name' | 'kind'>[] => {
  if (node.declarations)
    return node.declarations.flatMap(({ id, init }) =>
      id.name === undefined
        ? []
        : [
            {
              name: id.name,
              kind: FUNCTION_VALUES.includes(init?.type ?? '') ? 'function' : 'constant',
            } as const,
          ],
    );
  const kind = TYPE_NODES.includes(node.type) ? 'type' : 'function';
  return node.id?.name === undefined ? [] : [{ name: node.id.name, kind }];
};

/** Reads the exported declarations of one source file. Re-exports are not declarations. */
export const readExports = (file: string, text: string): readonly ExportedName[] => {
  const { program } = parseSync(file, text, { lang: 'ts', sourceType: 'module' });
  return program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || !node.declaration) return [];
    const before = text.slice(0, node.start);
    const hasComment = /\*\/\s*(?:\/\/[^\n]*\s*)*$/.test(before);
    const line = before.split('\n').length;
    return readDeclaration(node.declaration as DeclarationNode).map((found) => ({
      file,
      line,
      hasComment,
      ...found,
    }));
  });
};

/** The first word of a camel-case name: `read` for `readBody`. */
export const getFirstWord = (name: string): string => /^[a-z]+|^[A-Z]+/.exec(name)?.[0] ?? name;

/** Returns one line for each violation, `file:line rule`. */
export function* findNameViolations(
  exported: readonly ExportedName[],
  verbs: ReadonlySet<string>,
  exceptions: Readonly<Record<string, string>>,
): Generator<string> {
  const first = new Map<string, ExportedName>();
  for (const found of exported) {
    const { file, line, name, kind, hasComment } = found;
    const other = first.get(name);
    // A type and a constant of one file may share a name: `type Kind = (typeof Kind)[number]`.
    if (other && !(other.file === file && (other.kind === 'type') !== (kind === 'type')))
      yield `${file}:${line} ${name} is exported by ${other.file} too`;
    first.set(name, other ?? found);
    if (kind === 'function' && !verbs.has(getFirstWord(name)) && !(name in exceptions))
      yield `${file}:${line} ${name} does not start with a verb of test/rooms/verbs.ts`;
    if (kind === 'type' && !hasComment) yield `${file}:${line} ${name} has no doc comment`;
  }
}
