/** What has no place on the page, by name: the last thing that it says. */

import { html } from '../border/html.ts';
import { readBrief } from '../garment/brief.ts';
import type { Entry } from '../garment/entries.ts';
import { leaves } from '../garment/flatten-entry.ts';
import type { Graph } from '../garment/graph.ts';
import { type LeftOut, leaving, leftOutNames, notShown, type Part } from '../garment/left-out.ts';
import { readQuestions } from '../garment/questions.ts';
import { readTrust } from '../garment/trust.ts';
import type { Section, SheetOf } from './index.ts';
import { inTitle } from './nodes.ts';

/** A value that carries a state stands with its reasons; a relation without them, and a member without a state not at all. */
const onSheet = ({ role }: Entry): readonly Part[] =>
  role === 'plain' ? [] : role === 'link' ? ['value'] : ['value', 'why'];

/** The title block names the garment, and not what it is related to. */
function ofGraph(graph: Graph): readonly LeftOut[] {
  const inTables = graph.nodes.filter((node) => !inTitle(node, graph));
  const titles = graph.nodes.filter((node) => inTitle(node, graph));
  const entries = [...graph.nodes.flatMap((node) => node.entries), ...graph.facts, ...graph.rest];
  const related = new Set(titles.flatMap((node) => node.entries.filter(({ role }) => role === 'link')));
  return [
    ...(inTables.length < graph.nodes.length
      ? leaving(
          'id',
          titles.map(({ id }) => id),
        )
      : []),
    ...notShown(entries, (entry) => (related.has(entry) ? [] : onSheet(entry))),
  ];
}

function ofBody(name: string, left: readonly LeftOut[]) {
  return left.length === 0 ? '' : html`<li>${name}: <bdi>${leftOutNames(left)}</bdi></li>`;
}

export function leftOffSection(graph: Graph, of: SheetOf): readonly Section[] {
  const brief = readBrief(of.brief);
  const trust = readTrust(of.trust);
  const questions = readQuestions(of.confirmations);
  const counts = new Set([...trust.confidence.map(({ entry }) => entry), ...trust.rest]);
  const items = [
    ofBody('of the graph', ofGraph(graph)),
    ofBody('of the tailor brief', notShown([...brief.entries, ...brief.others], onSheet)),
    ofBody(
      'of Design Trust',
      notShown([...trust.entries.flatMap(leaves), ...trust.others], (entry) =>
        counts.has(entry) || entry.role !== 'plain' ? ['value'] : [],
      ),
    ),
    ofBody(
      'of the open questions',
      notShown([...(questions.list ?? []).flatMap(({ others }) => others), ...questions.others], onSheet),
    ),
  ].filter((item) => item !== '');
  if (items.length === 0) return [];
  const content = html`<p class="note">What the service sent and this page has no place for, counted by name.</p><ul>${items}</ul>`;
  return [{ id: 'left-off', title: 'Left off this sheet', content }];
}
