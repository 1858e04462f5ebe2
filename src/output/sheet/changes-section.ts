/** Compares a garment with its earlier version, and renders the section `What changed` of a revised sheet. */

import { type BodyChange, compareBodies } from '../../garment/compare-bodies.ts';
import type { ChangeSide } from '../../garment/value-change.ts';
import { emptyHtml, type HtmlSafe, html } from '../../platform/escape/markup.ts';
import { groupByKey } from '../../platform/group-items.ts';
import { toJsonText } from '../../platform/json/json-values.ts';
import { formatDepartmentTitle, formatDiffSummary, groupChangesByDepartment } from '../views/diff.ts';
import {
  type ChangeContextKind,
  convertSideToValue,
  countChanges,
  formatChangedField,
  listCarriedChangeValues,
  renderChangeContext,
  selectShownChanges,
  shortenSizes,
} from '../views/diff-changes.ts';
import { formatReadTime } from '../views/view-header.ts';
import { renderChangeBarHtml } from './change-bars.ts';
import type { SheetGarment, SheetSection } from './index.ts';
import {
  joinPhrases,
  renderNameSlot,
  renderPhrase,
  renderPhraseSlot,
  renderTextSlot,
  type SheetPhrase,
} from './phrases.ts';
import {
  getProvenanceClass,
  renderFieldHtml,
  renderPayloadHtml,
  renderRunsHtml,
  renderSignHtml,
  toCapitalized,
} from './value-html.ts';

/** An earlier version of a garment, from a file or a pulled folder. */
export interface EarlierVersion {
  /** The printed name of the earlier version of the garment, for example the name of its file. */
  readonly name: string;
  /** The time when the earlier version was read, in milliseconds since 1970. Undefined if the time is unknown. */
  readonly at: number | undefined;
  /** The letter of the revision (default: `A`). */
  readonly letter?: string;
  /**
   * The parsed bodies of this version: `graph`, `brief`, `trust` and `confirmations`. A body that the version lacks is
   * undefined.
   */
  readonly graph: unknown;
  readonly brief: unknown;
  readonly trust: unknown;
  readonly confirmations: unknown;
}

/**
 * The names of the bodies. `words` is the name in sentences, and `title` is the heading above the changes of the body.
 * The graph has no heading, because its changes are printed by department.
 */
export const SHEET_BODIES = {
  graph: { words: 'the graph', title: '' },
  brief: { words: 'the tailor brief', title: 'Tailor brief' },
  trust: { words: 'Design Trust', title: 'Design Trust' },
  confirmations: { words: 'the open questions', title: 'Open questions' },
} as const;

type SheetBodyName = keyof typeof SHEET_BODIES;
const SHEET_BODY_NAMES = Object.keys(SHEET_BODIES) as readonly SheetBodyName[];

/** The changes of a garment from its earlier version to the present one. */
export interface SheetRevision {
  readonly earlier: EarlierVersion;
  readonly letter: string;
  /** The changes that the sheet shows, by body. A body that one of the two versions lacks is not included. */
  readonly changes: Readonly<Partial<Record<SheetBodyName, readonly BodyChange[]>>>;
  /**
   * The number of minor changes by kind, for example `{reason: 2}`. The sheet does not show these changes. They affect
   * only a reason, the order of items or the spelling of a value.
   */
  readonly minor: Readonly<Record<string, number>>;
  /** The garment id of the earlier version if the present version has another id; otherwise undefined. */
  readonly otherId: string | undefined;
}

/**
 * Compares each body of a garment with the earlier version. Returns undefined if the garment has no earlier version.
 * Without `all`, minor changes are counted but not shown. A change is minor if it changes only a reason (basis or
 * confidence), an order or a spelling.
 */
export const compareWithEarlier = (reading: SheetGarment, all: boolean): SheetRevision | undefined => {
  const { earlier } = reading;
  if (earlier === undefined) return undefined;
  const changes: Partial<Record<SheetBodyName, readonly BodyChange[]>> = {};
  const minor = new Map<string, number>();
  let otherId: string | undefined;
  for (const body of SHEET_BODY_NAMES) {
    if (earlier[body] === undefined || reading[body] === undefined) continue;
    const comparison = compareBodies(earlier[body], reading[body]);
    const [earlierId, presentId] = comparison.garmentIds;
    if (earlierId !== presentId) otherId ??= earlierId;
    const shown = selectShownChanges(comparison.changes, all);
    changes[body] = shown.changes;
    for (const [word, number] of shown.minor) minor.set(word, (minor.get(word) ?? 0) + number);
  }
  return { earlier, letter: earlier.letter ?? 'A', changes, minor: Object.fromEntries(minor), otherId };
};

/** Lists the changes of all compared bodies, in printed order. */
export const listRevisionChanges = ({ changes }: SheetRevision): readonly BodyChange[] =>
  Object.values(changes).flat();

/** Returns true if there is at least one body, for example the graph, that both versions have. */
export const hasComparedBody = ({ changes }: SheetRevision): boolean => Object.keys(changes).length > 0;

const ABSENT_HTML = html`<span class="f">${renderPhrase('absent')}</span>`;

const renderSideHtml = (side: ChangeSide | null, field: string, nodeId: string | undefined): HtmlSafe =>
  side === null
    ? ABSENT_HTML
    : nodeId === undefined
      ? renderPayloadHtml({ ...convertSideToValue(side), path: field })
      : html`<bdi>${nodeId}</bdi>`;

const renderProvenance = (side: ChangeSide | null): HtmlSafe => {
  if (side === null) return emptyHtml;
  const state = side.state ?? undefined;
  if (state === undefined) return html`<span class="f">${renderPhrase('none given')}</span>`;
  const words = state === '' ? '""' : state.replaceAll('_', ' ');
  return html`${renderSignHtml(state)} <bdi class="${getProvenanceClass(state)}">${words}</bdi>${renderNameSlot(words)}`;
};

const serializeSide = (side: ChangeSide | null): string =>
  toJsonText([side?.value ?? null, side?.unit ?? null]);

interface ChangeTableRow {
  readonly field: string;
  readonly before: ChangeSide | null;
  readonly after: ChangeSide | null;
  readonly word: string;
  readonly letter: string;
  /** The id of an added or removed node without a label, printed in place of the label. */
  readonly nodeId?: string | undefined;
}

/**
 * Renders the row of a changed value. If the value changed, a change bar (a mark) is printed before the new value. If
 * the provenance changed, one is printed before the new provenance.
 */
const renderChangedValueHtml = ({ field, before, after, word, letter, nodeId }: ChangeTableRow): HtmlSafe => {
  const renderBar = (isChanged: boolean): HtmlSafe =>
    after !== null && (before === null || isChanged)
      ? renderChangeBarHtml({ changed: { word, letter } })
      : emptyHtml;
  const valueBar = renderBar(serializeSide(before) !== serializeSide(after));
  const stateBar = renderBar(before?.state !== after?.state);
  const isEmphasized = /^[A-Z]{2}/.test(word);
  const changeWord = html`${isEmphasized ? html`<b>${word}</b>` : word}${renderNameSlot(word)}`;
  return html`<tr><th scope="row">${renderFieldHtml(field)}</th><td>${renderSideHtml(before, field, nodeId)}</td><td class="st">${renderProvenance(before)}</td><td>${valueBar}${renderSideHtml(after, field, nodeId)}</td><td class="st">${stateBar}${renderProvenance(after)}</td><td>${changeWord}</td></tr>\n`;
};

const COLUMNS = 6;

/** Lists the rows of a change. A removed node also has a row for each of its values. */
const listChangeRows = (change: BodyChange, letter: string): readonly ChangeTableRow[] => {
  const { role, field, word } = change;
  const [before, after] = [shortenSizes(change.before, role), shortenSizes(change.after, role)];
  if (role !== 'node') return [{ field: formatChangedField(field), before, after, word, letter }];
  // A node without a label is shown by its id.
  const nodeId = (before ?? after)?.value === '' ? change.node_id : undefined;
  const values = before === null ? [] : listCarriedChangeValues(change);
  return [
    { field: 'all of it', before, after, word, letter, nodeId },
    ...values.map((value) => ({
      field: formatChangedField(value.field),
      before: value,
      after: null,
      word,
      letter,
    })),
  ];
};

/**
 * For each kind of line below a change, for example `sizes`, a phrase that describes the line. The line itself is in
 * English. A sheet with a second language prints the translated phrase after the line.
 */
const CONTEXT_PHRASES: Readonly<Record<ChangeContextKind, SheetPhrase>> = {
  holds: 'its contents',
  sizes: 'each size',
  tolerances: 'current tolerances',
  check: 'to be checked: did not change',
};

const renderContextHtml = (change: BodyChange): readonly HtmlSafe[] =>
  (change.role === 'node' && change.before !== null ? [] : renderChangeContext(change)).map(
    ([kind, runs]) =>
      html`<tr><td colspan="${COLUMNS}" class="under">${renderRunsHtml(runs)}${renderPhraseSlot(CONTEXT_PHRASES[kind])}</td></tr>\n`,
  );

/**
 * Renders the changes of one node, under a heading with its name and kind. The heading also has the id of the node if
 * `all` is true or if the node has no label. Changes of values that belong to no node get no heading.
 */
const renderChangedNodeHtml = (changes: readonly BodyChange[], letter: string, all: boolean): HtmlSafe => {
  const [first] = changes;
  if (first === undefined) return emptyHtml;
  const { node_id: id, label, kind } = first;
  const isNamed = label !== '' && label !== id;
  const name = isNamed ? html`<bdi>${label}</bdi>${renderTextSlot(label)} ` : emptyHtml;
  const shownId = isNamed && !all ? emptyHtml : html`<span class="id"><bdi>${id}</bdi></span>`;
  const shownKind = kind === '' ? emptyHtml : html` <span class="f">${renderFieldHtml(kind)}</span>`;
  const head =
    id === ''
      ? emptyHtml
      : html`<tr class="of"><th scope="rowgroup" colspan="${COLUMNS}">${name}${shownId}${shownKind}</th></tr>\n`;
  return html`<tbody>${head}${changes.map((change) => html`${listChangeRows(change, letter).map(renderChangedValueHtml)}${renderContextHtml(change)}`)}</tbody>\n`;
};

const CHANGE_TABLE_HEAD = html`<thead><tr><th scope="col">${renderPhrase('field')}</th><th scope="col">${renderPhrase('value before')}</th><th scope="col" class="st">${renderPhrase('state before')}</th><th scope="col">${renderPhrase('value now')}</th><th scope="col" class="st">${renderPhrase('state now')}</th><th scope="col" class="word">${renderPhrase('change')}</th></tr></thead>`;

const renderChangeTableHtml = (
  title: string,
  changes: readonly BodyChange[],
  letter: string,
  all: boolean,
): HtmlSafe => {
  const changesByNode = groupByKey(changes, ({ node_id }) => node_id);
  return html`<h3>${title}${renderNameSlot(title)} <span class="f">${changes.length}</span></h3>
<table class="was">${CHANGE_TABLE_HEAD}
${[...changesByNode.values()].map((group) => renderChangedNodeHtml(group, letter, all))}</table>`;
};

/** Renders the name and time of the earlier version, the compared bodies, and the bodies that were not compared. */
const renderComparedWith = (revision: SheetRevision): HtmlSafe => {
  const { earlier, changes, otherId } = revision;
  const name = html`<bdi>${earlier.name}</bdi>`;
  if (!hasComparedBody(revision))
    return html`<p class="note">${name}: ${renderPhrase('has no data of this garment, so nothing is compared.')}</p>`;
  const listBodies = (isCompared: boolean): HtmlSafe =>
    joinPhrases(
      SHEET_BODY_NAMES.filter((body) => (changes[body] !== undefined) === isCompared).map(
        (body) => SHEET_BODIES[body].words,
      ),
    );
  const owner =
    otherId === undefined ? '' : html`, ${renderPhrase('which belongs to')} <bdi>${otherId}</bdi>`;
  const time = earlier.at === undefined ? '' : html`, ${renderPhrase('read')} ${formatReadTime(earlier.at)}`;
  const isWhole = SHEET_BODY_NAMES.every((body) => changes[body] !== undefined);
  const notCompared = isWhole ? '' : html` ${renderPhrase('Not compared')}: ${listBodies(false)}.`;
  return html`<p class="note">${renderPhrase('Compared with')} ${name}${owner}${time}: ${listBodies(true)}.${notCompared} ${renderPhrase('The letter marks what is new, here and in the tables; what was removed is struck through there.')}</p>`;
};

const renderRevisionBlock = ({ letter }: SheetRevision, now: number): HtmlSafe =>
  html`<table class="seen"><tbody><tr><td>${renderPhrase('Revision')} <b>${letter}</b></td><td>${renderPhrase('read')} ${formatReadTime(now)}</td><td><span class="f">${renderPhrase('seen by')}</span></td><td><span class="f">${renderPhrase('date')}</span></td></tr></tbody></table>`;

const renderSummaryHtml = (revision: SheetRevision): HtmlSafe => {
  const changes = listRevisionChanges(revision);
  const { minor } = revision;
  const summary = formatDiffSummary({ same: changes.length === 0, counts: countChanges(changes), minor });
  const phrase = changes.length > 0 ? 'changed, added, removed' : 'No change.';
  const minorSlot =
    Object.keys(minor).length === 0
      ? emptyHtml
      : renderPhraseSlot('differences only in reasons, order or spelling');
  return html`<p class="sum">${summary}${renderPhraseSlot(phrase)}${minorSlot}</p>`;
};

/**
 * Builds the section `What changed`: boxes to sign, the compared bodies, counts of changes, and one table per
 * department or body. `now` is the time when the bodies were read, in milliseconds since 1970. If `all` is true, the
 * ids of all nodes are printed. Returns an empty list if `revision` is undefined.
 */
export const buildChangesSection = (
  revision: SheetRevision | undefined,
  now: number,
  all: boolean,
): readonly SheetSection[] => {
  if (revision === undefined) return [];
  const tables = SHEET_BODY_NAMES.flatMap((body) =>
    groupChangesByDepartment(revision.changes[body] ?? []).map(([name, changes]) => {
      const title = SHEET_BODIES[body].title || toCapitalized(formatDepartmentTitle(name, ''));
      return renderChangeTableHtml(title, changes, revision.letter, all);
    }),
  );
  const content = html`${renderRevisionBlock(revision, now)}${renderComparedWith(revision)}${hasComparedBody(revision) ? renderSummaryHtml(revision) : emptyHtml}${tables}`;
  return [{ id: 'changes', title: 'What changed', content, pages: 'changes' }];
};
