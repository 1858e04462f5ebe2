/** What styles say of a drawing, as attributes: a page has a style sheet of its own, and lets no other in. */

import { attributeIn, type Drawn, type DrawnAttribute, SVG } from '../border/drawn.ts';
import { PRESENTATION } from '../border/svg-attributes.ts';
import { DRAWN } from '../size-limits.ts';

/** Declarations for what one simple selector means. */
export interface StyleRule {
  readonly element: string | undefined;
  readonly id: string | undefined;
  readonly classes: readonly string[];
  readonly declarations: ReadonlyMap<string, string>;
}

/** `tag`, `#id`, `.one.two` or `tag.one`: what editors write. */
const SELECTOR = /^([A-Za-z][\w-]*|\*)?(?:#([\w-]+))?((?:\.[\w-]+)*)$/;

const declarationsIn = (text: string, unsaid: string[]): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  for (const declaration of text.split(';')) {
    const at = declaration.indexOf(':');
    if (at < 0) continue;
    const name = declaration.slice(0, at).trim().toLowerCase();
    const value = declaration.slice(at + 1).trimEnd();
    if (PRESENTATION.has(name)) found.set(name, value.replace(/!\s*important$/i, '').trim());
    // Editors keep notes of their own here.
    else if (!name.startsWith('-')) unsaid.push(name);
  }
  return found;
};

/** The rules of a style sheet that editors write; anything else is left out and named. */
export const styleRules = (sheet: string, unsaid: string[]): readonly StyleRule[] => {
  const rules: StyleRule[] = [];
  // Cut at the brackets, not matched: a sheet that opens and never closes costs no more than its length.
  const blocks = sheet.split('/*').map((part, at) => (at === 0 ? part : (part.split('*/')[1] ?? '')));
  for (const block of blocks.join(' ').split('}')) {
    const [selectors = '', inside, deeper] = block.split('{');
    if (inside === undefined) continue;
    if (deeper !== undefined || selectors.includes('@')) {
      unsaid.push(selectors.trim().slice(0, 40));
      continue;
    }
    const declarations = declarationsIn(inside, unsaid);
    for (const selector of selectors.split(',')) {
      const [all, element, id, classes = ''] = SELECTOR.exec(selector.trim()) ?? [];
      if (all === undefined || all === '') unsaid.push(selector.trim().slice(0, 40));
      else if (rules.length >= DRAWN.rules) unsaid.push(all);
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

const weight = ({ element, id, classes }: StyleRule): number =>
  (id === undefined ? 0 : 10_000) + classes.length * 100 + (element === undefined ? 0 : 1);

/** Rules by what they begin with, the weakest first: an element asks only for those that can mean it. */
const indexed = (rules: readonly StyleRule[]) => {
  const sorted = rules
    .map((rule, at) => ({ rule, at }))
    .toSorted((a, b) => weight(a.rule) - weight(b.rule) || a.at - b.at);
  const by = new Map<string, { readonly rule: StyleRule; readonly rank: number }[]>();
  for (const [rank, { rule }] of sorted.entries()) {
    const [first] = rule.classes;
    const key =
      rule.id !== undefined ? `#${rule.id}` : first !== undefined ? `.${first}` : (rule.element ?? '*');
    by.set(key, [...(by.get(key) ?? []), { rule, rank }]);
  }
  return by;
};

/** The tree with what its styles say as attributes, the stronger before the weaker. */
export const cascaded = (root: Drawn, rules: readonly StyleRule[], unsaid: string[]): Drawn => {
  const by = indexed(rules);
  const said = (of: Drawn): ReadonlyMap<string, string> => {
    const [id, style] = [attributeIn(of, 'id'), attributeIn(of, 'style')];
    const own = attributeIn(of, 'class');
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
    if (style !== undefined) for (const [name, value] of declarationsIn(style, unsaid)) all.set(name, value);
    return all;
  };
  const turned = (of: Drawn): Drawn => {
    const children = of.children.map((child) => (typeof child === 'string' ? child : turned(child)));
    const styles = of.uri === SVG ? said(of) : new Map<string, string>();
    if (styles.size === 0) return { ...of, children };
    const kept = of.attributes.filter(({ uri, local }) => uri !== '' || !styles.has(local));
    const added = [...styles].map(([name, value]): DrawnAttribute => ({ uri: '', local: name, name, value }));
    return { ...of, attributes: [...kept, ...added], children };
  };
  return turned(root);
};
