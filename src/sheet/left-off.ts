/** What has no place on the page, by name: the last thing that it says. */

import { html } from '../border/html.ts';
import { readBrief } from '../garment/brief.ts';
import type { Entry } from '../garment/entries.ts';
import type { Graph } from '../garment/graph.ts';
import { type LeftOut, leaving, leftOutNames, notShown, type Part } from '../garment/left-out.ts';
import { readQuestions } from '../garment/questions.ts';
import { readTrust } from '../garment/trust.ts';
import type { Section, SheetOf } from './index.ts';
import { inTitle } from './nodes.ts';

/** What carries a state stands there with all that is beside it, and a member without one not at all. */
const onSheet = ({ role }: Entry): readonly Part[] => (role === 'plain' ? [] : ['value', 'why', 'beside']);

/** The title block names the garment without its id. */
const ofGraph = (graph: Graph): readonly LeftOut[] => [
  ...leaving(
    'id',
    graph.nodes.filter((node) => inTitle(node, graph)).map(({ id }) => id),
  ),
  ...notShown([...graph.nodes.flatMap(({ entries }) => entries), ...graph.facts, ...graph.rest], onSheet),
];

function ofBody(name: string, left: readonly LeftOut[]) {
  return left.length === 0 ? '' : html`<li>${name}: <bdi>${leftOutNames(left)}</bdi></li>`;
}

export function leftOffSection(graph: Graph, of: SheetOf): readonly Section[] {
  const brief = readBrief(of.brief);
  const trust = readTrust(of.trust);
  const questions = readQuestions(of.confirmations);
  const items = [
    ofBody('of the graph', ofGraph(graph)),
    ofBody('of the tailor brief', notShown([...brief.entries, ...brief.others], onSheet)),
    ofBody('of Design Trust', notShown(trust.others, onSheet)),
    ofBody(
      'of the open questions',
      notShown([...(questions.list ?? []).flatMap(({ others }) => others), ...questions.others], onSheet),
    ),
  ].filter((item) => item !== '');
  if (items.length === 0) return [];
  const content = html`<p class="note">What the service sent and this page has no place for, counted by name.</p><ul>${items}</ul>`;
  return [{ id: 'left-out', title: 'Left off this sheet', content }];
}
