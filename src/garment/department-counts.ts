import { DEPARTMENT_NAMES, type Department, findDepartment } from './departments.ts';
import { countProvenance, type ProvenanceTally } from './flatten-body.ts';
import { readGraph } from './graph-model.ts';
import { indexNodesById } from './node-relations.ts';
import { findQuestionDepartment, listQuestionSubjects } from './open-questions.ts';
import { countByProvenanceWord } from './provenance-filter.ts';
import { isProvenanceWord, PROVENANCE_WORDS } from './stated-value.ts';
import type { Value } from './value.ts';

/** Counts of values by provenance, as `season --json` prints them. */
export interface ProvenanceCounts {
  readonly asserted: number;
  readonly inferred: number;
  readonly unstated: number;
  /**
   * Maps each provenance word other than `asserted`, `inferred` and `unstated` to the number of values with this word.
   * The key `none` has the number of values without provenance.
   */
  readonly others: Readonly<Record<string, number>>;
}

/** Converts counts of values by provenance to the object that `season --json` prints. */
export const toProvenanceCounts = (tally: ProvenanceTally): ProvenanceCounts => {
  const counts = countByProvenanceWord(tally);
  const [asserted = 0, inferred = 0, unstated = 0] = PROVENANCE_WORDS.map((word) => counts.get(word));
  const others = Object.fromEntries([...counts].filter(([word]) => !isProvenanceWord(word)));
  return { asserted, inferred, unstated, others };
};

/**
 * Counts the values in the body of a graph by department and provenance. A department without values gets counts of 0.
 */
export const countValuesByDepartment = (graph: unknown): ReadonlyMap<Department, ProvenanceCounts> => {
  const byDepartment = new Map<Department, Value[]>(DEPARTMENT_NAMES.map((name) => [name, []]));
  const { nodes, facts, rest } = readGraph(graph);
  for (const { id: nodeId, kind, entries } of [...nodes, { id: '', kind: '', entries: [...facts, ...rest] }])
    for (const value of entries)
      byDepartment.get(findDepartment({ kind, nodeId, field: value.path }))?.push(value);
  return new Map([...byDepartment].map(([name, own]) => [name, toProvenanceCounts(countProvenance(own))]));
};

/**
 * Counts the open questions in a confirmations body for each department. `graph` is the body with the nodes that the
 * questions are about. The kind of the node decides the department. Returns undefined if the confirmations body has no
 * list of questions.
 */
export const countQuestionsByDepartment = (
  confirmations: unknown,
  graph: unknown,
): ReadonlyMap<Department, number> | undefined => {
  const subjects = listQuestionSubjects(confirmations);
  if (subjects === undefined) return undefined;
  const nodes = indexNodesById(readGraph(graph));
  const counts = new Map<Department, number>(DEPARTMENT_NAMES.map((name) => [name, 0]));
  for (const subject of subjects) {
    const department = findQuestionDepartment(subject, nodes);
    counts.set(department, (counts.get(department) ?? 0) + 1);
  }
  return counts;
};
