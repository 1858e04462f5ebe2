/** Reads the imports, global names, casts, templates and terminal escape codes of one source file. */

import { parseSync } from 'oxc-parser';
import { ScopeTracker, walk } from 'oxc-walker';

type Node = Parameters<typeof walk>[0];

/** One import of a source file. */
export interface SourceImport {
  readonly specifier: string;
  readonly line: number;
  /** True when only types are imported, so that the other file is not loaded at run time. */
  readonly typeOnly: boolean;
  /** True for `import()`, which loads the other file on first use. */
  readonly lazy: boolean;
}

/** A use of a global, with its member if one is read: `process`, `process.exit`, `Date.now`, `new Date()`. */
export interface GlobalUse {
  readonly name: string;
  readonly line: number;
}

/** The parts of a source file that the law restricts. */
export interface SourceFacts {
  readonly file: string;
  readonly lines: number;
  readonly imports: readonly SourceImport[];
  readonly globals: readonly GlobalUse[];
  /** Lines of literals that contain ESC or CSI. */
  readonly escapeCodes: readonly number[];
  /** Types in casts (`as T` or `<T>`), with their lines. */
  readonly asserted: readonly { readonly type: string; readonly line: number }[];
  /** Source text of untagged templates with expressions, with their lines. */
  readonly templates: readonly { readonly text: string; readonly line: number }[];
  /** True when the file calls `defineCommand`, so it is a command. */
  readonly defines: boolean;
}

/** Reads one file. Throws when it cannot be parsed, because it cannot be checked then. */
export function readSource(file: string, text: string): SourceFacts {
  const { program, module, errors } = parseSync(file, text, { lang: 'ts', sourceType: 'module' });
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const findLine = (offset: number) => text.slice(0, offset).split('\n').length;
  const seen = {
    globals: [] as GlobalUse[],
    escapeCodes: [] as number[],
    imports: [] as SourceImport[],
    asserted: [] as { type: string; line: number }[],
    templates: [] as { text: string; line: number }[],
    defines: false,
  };

  for (const { moduleRequest, entries, start } of module.staticImports) {
    // `import {} from` and `import 'x'` run the other file. A list that has only types does not.
    const typeOnly = entries.length > 0 && entries.every((entry) => entry.isType);
    seen.imports.push({ specifier: moduleRequest.value, line: findLine(start), typeOnly, lazy: false });
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType, start } of entries) {
      if (!moduleRequest) continue;
      seen.imports.push({
        specifier: moduleRequest.value,
        line: findLine(start),
        typeOnly: isType,
        lazy: false,
      });
    }
  }

  const scopeTracker = new ScopeTracker({ preserveExitedScopes: true });
  // The first walk collects all declarations, because a name may be used above its declaration.
  walk(program, { scopeTracker });
  scopeTracker.freeze();
  // Types use no globals, but `import('…').T` still imports another file.
  let types = 0;
  walk(program, {
    scopeTracker,
    leave(node) {
      if (isType(node)) types--;
    },
    enter(node, parent, { key }) {
      if (node.type === 'TSImportType') {
        const specifier = node.source.value;
        seen.imports.push({ specifier, line: findLine(node.start), typeOnly: true, lazy: false });
      }
      if (node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion') {
        const { start, end } = node.typeAnnotation;
        for (const [type] of text.slice(start, end).matchAll(/[A-Za-z]\w*/g))
          seen.asserted.push({ type, line: findLine(node.start) });
      }
      if (isType(node)) types++;
      if (types > 0) return;
      if (
        node.type === 'TemplateLiteral' &&
        parent?.type !== 'TaggedTemplateExpression' &&
        node.expressions.length > 0
      )
        seen.templates.push({ text: text.slice(node.start, node.end), line: findLine(node.start) });
      if (hasEscapeCode(node, text)) seen.escapeCodes.push(findLine(node.start));
      if (node.type === 'ImportExpression') {
        const { source } = node;
        const specifier =
          source.type === 'Literal' ? String(source.value) : text.slice(source.start, source.end);
        seen.imports.push({ specifier, line: findLine(node.start), typeOnly: false, lazy: true });
      }
      if (
        node.type === 'CallExpression' &&
        node.callee.type === 'Identifier' &&
        node.callee.name === 'defineCommand'
      )
        seen.defines = true;
      if (node.type !== 'Identifier' || !isReference(parent, key)) return;
      if (scopeTracker.getDeclaration(node.name) !== null) return;
      for (const name of listNames(node.name, node, parent))
        seen.globals.push({ name, line: findLine(node.start) });
    },
  });
  return { file, lines: text.trimEnd().split('\n').length, ...seen };
}

const WRAPPED = /^TS(As|Satisfies|NonNull|Instantiation)Expression$|^TSTypeAssertion$/;
const isType = (node: Node): boolean => node.type.startsWith('TS') && !WRAPPED.test(node.type);

function isReference(parent: Node | null, key: unknown): boolean {
  if (parent === null) return false;
  if (/^(Import|Export).*Specifier$|^(Labeled|Break|Continue)Statement$|^MetaProperty$/.test(parent.type))
    return false;
  if (key === 'property' && parent.type === 'MemberExpression') return parent.computed;
  if (key === 'key' && 'computed' in parent) return Boolean(parent.computed);
  return true;
}

/** Returns the names of a global use: `x` for `globalThis.x`; also the member, and `new Date()` without arguments. */
function listNames(name: string, node: Node, parent: Node | null): readonly string[] {
  if (parent?.type === 'MemberExpression' && parent.object === node) {
    const { property } = parent;
    const member =
      property.type === 'Identifier' && !parent.computed
        ? property.name
        : property.type === 'Literal'
          ? String(property.value)
          : undefined;
    if (name === 'globalThis') return [member ?? 'globalThis'];
    return member === undefined ? [name] : [name, `${name}.${member}`];
  }
  if (name === 'Date' && parent?.type === 'NewExpression' && parent.arguments.length === 0)
    return ['Date', 'new Date()'];
  if (name === 'Date' && parent?.type === 'CallExpression' && parent.callee === node)
    return ['Date', 'Date()'];
  return [name];
}

const ESCAPES = [0x1b, 0x9b].map((code) => String.fromCharCode(code));
const hasEscape = (text: string): boolean => ESCAPES.some((sign) => text.includes(sign));
const ESCAPE_IN_PATTERN = /\\(x1b|x9b|u001b|u009b|u\{1b\}|u\{9b\}|c\[|e\[|033\[)/i;

function hasEscapeCode(node: Node, text: string): boolean {
  if (node.type === 'TemplateElement') return hasEscape(node.value.cooked ?? node.value.raw);
  if (node.type !== 'Literal') return false;
  if ('regex' in node) return ESCAPE_IN_PATTERN.test(text.slice(node.start, node.end));
  return typeof node.value === 'string' && hasEscape(node.value);
}
