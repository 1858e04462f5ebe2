/** Bodies with long names and names in other scripts. */

const createStatedValue = (value: unknown) => ({ value, state: 'asserted' });

const NAMES = {
  'right-to-left': 'عباية كتان بأكمام واسعة — نموذج ٣ عباية كتان بأكمام واسعة — نموذج',
  hebrew: 'מכנסי פשתן רחבים, גזרה גבוהה (מידה 54), דגם 3 – לא סופי',
  chinese: '亚麻宽袖阿拉伯长袍第三版改良样衣技术说明书修改稿最终确认版本请使用这一份文件不要使用旧文件',
  'two-hundred-letters': 'Wide-leg trouser with a very long name, '.repeat(5),
  'one-word': 'x'.repeat(200),
  'joined-signs': '👩🏽‍🎨 romper 🧵 '.repeat(8),
} as const;

/** Creates a body with the name in the header, a table, a relation, a drawing and a question. */
const createBody = (name: string) => ({
  nodes: [
    {
      id: 'g',
      kind: 'garment',
      label: createStatedValue(name),
      values: { category: createStatedValue(name) },
    },
    ...Array.from({ length: 12 }, (_, at) => ({
      ...{ id: `piece.${at}`, kind: 'piece', label: createStatedValue(`${name} ${at}`) },
      values: {
        ...{
          cut: createStatedValue(2),
          grain: createStatedValue(name),
          on_fold: { value: null, state: 'unstated' },
        },
        seam_allowance: { value: '1.0', unit: 'cm', state: 'inferred', basis: name },
      },
      links: [{ rel: 'part_of', to: 'g', state: 'inferred' }],
    })),
  ],
  brief: { cloth: createStatedValue(name) },
  unresolved: [
    { id: 'q1', node: 'piece.1', field: 'grain', question: name, options: [name], state: 'unstated' },
  ],
});

export const BODIES_WITH_FOREIGN_NAMES: readonly (readonly [string, unknown])[] = Object.entries(NAMES).map(
  ([script, name]) => [script, createBody(name)],
);
