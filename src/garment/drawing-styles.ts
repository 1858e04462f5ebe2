/**
 * Turns the style sheets of a drawing into attributes. The page has its own style sheet and allows no
 * other.
 */

import { PAGE_DRAWING_LIMITS } from '../platform/size-limits.ts';
import { PRESENTATION_ATTRIBUTES } from '../platform/svg/sanitize-svg-attributes.ts';
import {
  readSvgAttribute,
  SVG_NAMESPACE,
  type SvgAttribute,
  type SvgElement,
} from '../platform/svg/svg-element.ts';

/** The declarations for one simple selector. */
export interface StyleRule {
  readonly element: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly declarations: ReadonlyMap<string, string>;
}

/** The selectors that editors write: `tag`, `#id`, `.one.two` or `tag.one`. */
const SELECTOR = /^([A-Za-z][\w-]*|\*)?(?:#([\w-]+))?((?:\.[\w-]+)*)$/;

const parseDeclarations = (text: string, unsaid: string[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const declaration of text.split(';')) {
    const at = declaration.indexOf(':');
    if (at < 0) continue;
    const name = declaration.slice(0, at).trim().toLowerCase();
    const value = declaration.slice(at + 1).trimEnd();
    if (PRESENTATION_ATTRIBUTES.has(name)) found.set(name, value.replace(/!\s*important$/i, '').trim());
    // Properties that begin with a hyphen are private to an editor and are not reported.
    else if (!name.startsWith('-')) unsaid.push(name);
  }
  return found;
};

/** Parses a style sheet as editors write it. Names of anything else are added to `unsaid`. */
export const parseStyleRules = (sheet: string, unsaid: string[]): readonly StyleRule[] => {
  const rules: StyleRule[] = [];
  // The sheet is split at comment marks and braces, not matched by an expression, so that the time stays linear
  // even when a comment or block is never closed.
  const blocks = sheet.split('/*').map((part, at) => (at === 0 ? part : (part.split('*/')[1] ?? '')));
  for (const block of blocks.join(' ').split('}')) {
    const [selectors = '', inside, deeper] = block.split('{');
    if (inside === undefined) continue;
    if (deeper !== undefined || selectors.includes('@')) {
      unsaid.push(selectors.trim().slice(0, 40));
      continue;
    }
    const declarations = parseDeclarations(inside, unsaid);
    for (const selector of selectors.split(',')) {
      const [all, element, id, classes = ''] = SELECTOR.exec(selector.trim()) ?? [];
      if (all === undefined || all === '') unsaid.push(selector.trim().slice(0, 40));
      else if (rules.length >= PAGE_DRAWING_LIMITS.rules) unsaid.push(all);
      else
        rules.push({
          element: element === '*' ? undefined : element,
          id,
          classes: classes.split('.').slice(1),
          declarations,
        });
    }
  }
  return rules;
};

const computeSpecificity = ({ element, id, classes }: StyleRule): number =>
  (id === undefined ? 0 : 10_000) + classes.length * 100 + (element === undefined ? 0 : 1);

/**
 * Indexes rules by the start of their selector, the weakest first, so that each element checks few rules.
 */
const indexRules = (rules: readonly StyleRule[]) => {
  const sorted = rules
    .map((rule, at) => ({ rule, at }))
    .toSorted((a, b) => computeSpecificity(a.rule) - computeSpecificity(b.rule) || a.at - b.at);
  const by = new Map<string, { readonly rule: StyleRule; readonly rank: number }[]>();
  for (const [rank, { rule }] of sorted.entries()) {
    const [first] = rule.classes;
    const key =
      rule.id !== undefined ? `#${rule.id}` : first !== undefined ? `.${first}` : (rule.element ?? '*');
    by.set(key, [...(by.get(key) ?? []), { rule, rank }]);
  }
  return by;
};

/** Returns the tree with its styles as attributes. Stronger rules win. */
export const applyStyleRules = (
  root: SvgElement,
  rules: readonly StyleRule[],
  unsaid: string[],
): SvgElement => {
  const by = indexRules(rules);
  const said = (of: SvgElement): ReadonlyMap<string, string> => {
    const [id, style] = [readSvgAttribute(of, 'id'), readSvgAttribute(of, 'style')];
    const own = readSvgAttribute(of, 'class');
    const classes = new Set(own === undefined || by.size === 0 ? [] : own.split(/\s+/));
    const keys = [
      '*',
      of.local,
      ...[...classes].map((name) => `.${name}`),
      ...(id === undefined ? [] : [`#${id}`]),
    ];
    const meant = [...new Set(keys)]
      .flatMap((key) => by.get(key) ?? [])
      .filter(
        ({ rule }) =>
          (rule.element ?? of.local) === of.local &&
          (rule.id ?? id) === id &&
          rule.classes.every((name) => classes.has(name)),
      )
      .toSorted((a, b) => a.rank - b.rank);
    const all = new Map(meant.flatMap(({ rule }) => [...rule.declarations]));
    if (style !== undefined)
      for (const [name, value] of parseDeclarations(style, unsaid)) all.set(name, value);
    return all;
  };
  const turned = (of: SvgElement): SvgElement => {
    const children = of.children.map((child) => (typeof child === 'string' ? child : turned(child)));
    const styles = of.uri === SVG_NAMESPACE ? said(of) : new Map<string, string>();
    if (styles.size === 0) return { ...of, children };
    const kept = of.attributes.filter(({ uri, local }) => uri !== '' || !styles.has(local));
    const added = [...styles].map(([name, value]): SvgAttribute => ({ uri: '', local: name, name, value }));
    return { ...of, attributes: [...kept, ...added], children };
  };
  return turned(root);
};
