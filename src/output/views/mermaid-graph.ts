import { listRestValues, readGraph } from '../../garment/graph-model.ts';
import { countLeftOut, findLeftOut, formatLeftOut, isGiven } from '../../garment/left-out.ts';
import { isSelectedKind } from '../../garment/node-kinds.ts';
import { listNodeRelations } from '../../garment/node-relations.ts';
import { findProvenanceSign } from '../../garment/provenance-marks.ts';
import { isProvenanceWord, listQualifiers } from '../../garment/stated-value.ts';
import { replaceInvisible } from '../../platform/escape/invisible-characters.ts';
import type { GraphOptions } from './view-header.ts';

const toOneLine = (text: string): string => replaceInvisible(text).trim();

/** Quotes a label for Mermaid. Characters that Mermaid could read as markup become character codes such as `#91;`. */
const quoteLabel = (text: string): string =>
  `"${toOneLine(text).replace(/[^\p{L}\p{N}\p{M} .,:;/()+=~?!_-]/gu, (symbol) => `#${symbol.codePointAt(0)};`)}"`;
/** Formats the text of a Mermaid comment. Braces become spaces, because they would begin a directive. */
const formatComment = (text: string): string => toOneLine(text).replace(/[{}]/g, ' ');
/**
 * Formats an unknown provenance word, for example ` [state: guessed]`. Returns an empty text for a known word, because
 * the shape of the node or arrow already shows it.
 */
const formatUnknownState = (state: string | undefined): string =>
  state === undefined || isProvenanceWord(state) ? '' : ` [state: ${state}]`;

const SHAPES: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['asserted', ['[', ']']],
  ['inferred', ['([', '])']],
  ['unstated', ['{{', '}}']],
]);
const ARROWS: ReadonlyMap<string, string> = new Map([
  ['asserted', '-->'],
  ['inferred', '-.->'],
  ['unstated', '-.-x'],
]);

/**
 * Renders the nodes and relations of a graph as a Mermaid flowchart. `options.kinds` selects nodes. The shape of a node
 * shows its provenance: a box is asserted, a stadium (a box with round ends) inferred, a hexagon unstated, and a box
 * with double sides anything else. A solid arrow is asserted, a dotted one inferred, a dotted one with a cross
 * unstated, and a thick one anything else. If the target of a relation is not among the nodes, it is a rounded box with
 * its id. A comment at the end counts what is left out. The text ends with a line feed.
 */
export const renderMermaidGraph = (body: unknown, options: GraphOptions = {}): string => {
  const graph = readGraph(body);
  const nodes = graph.nodes.filter(({ kind }) => isSelectedKind(kind, options.kinds));
  const boxNames = new Map<string, string>();
  const lines = nodes.map((node, at) => {
    if (!boxNames.has(node.id)) boxNames.set(node.id, `n${at}`);
    const [open, close] = SHAPES.get(node.state ?? '') ?? ['[[', ']]'];
    const title = node.label === '' ? node.id : node.label;
    return `  n${at}${open}${quoteLabel(`${findProvenanceSign(node.state)} ${title}${node.kind === '' ? '' : ` (${node.kind})`}${formatUnknownState(node.state)}`)}${close}`;
  });
  const targetsWithoutBox = new Map<string, string>();
  const arrows = nodes.flatMap((node, at) =>
    listNodeRelations(graph, node).map(({ target, name, state }) => {
      const end = boxNames.get(target) ?? targetsWithoutBox.get(target) ?? `x${targetsWithoutBox.size}`;
      if (!boxNames.has(target)) targetsWithoutBox.set(target, end);
      const arrow = ARROWS.get(state ?? '') ?? '==>';
      return `  n${at} ${arrow}|${quoteLabel(`${findProvenanceSign(state)} ${name}${formatUnknownState(state)}`)}| ${end}`;
    }),
  );
  const extraBoxes = [...targetsWithoutBox].map(([id, name]) => `  ${name}(${quoteLabel(id)})`);
  /**
   * The labels that the chart does not show completely, because they are not texts, or have a unit or a qualifier such
   * as a size.
   */
  const incompleteLabels = new Set(
    nodes.flatMap((node) =>
      node.entries.filter(
        (entry) =>
          entry.role === 'label' &&
          (isGiven(entry.unit) ||
            listQualifiers(entry).length > 0 ||
            (node.label === '' && isGiven(entry.value))),
      ),
    ),
  );
  const entries = [...nodes.flatMap((node) => node.entries), ...graph.facts, ...listRestValues(graph)];
  const leftOut = [
    ...countLeftOut(
      'id',
      nodes.filter(({ label }) => label !== '').map(({ id }) => id),
    ),
    ...findLeftOut(entries, (entry) =>
      (entry.role === 'label' && !incompleteLabels.has(entry)) || entry.role === 'link' ? ['value'] : [],
    ),
  ];
  const titleComment = graph.garmentId === undefined ? [] : [`  %% ${formatComment(graph.garmentId)}`];
  const leftOutComment = leftOut.length > 0 ? [`  %% ${formatComment(formatLeftOut(leftOut))}`] : [];
  return `${['flowchart LR', ...lines, ...extraBoxes, ...arrows, ...titleComment, ...leftOutComment].join('\n')}\n`;
};
