import type { Department } from './departments.ts';
import { NO_NODE, type OwnedValue } from './flatten-body.ts';
import { readGraph } from './graph-model.ts';
import { indexNodesById } from './node-relations.ts';
import type { OpenQuestion } from './open-question.ts';
import { findQuestionDepartment, type OpenQuestions } from './open-questions.ts';
import { createBareValue } from './value.ts';

/** An open question, its present value with the node (`subject`), and the department that works with it. */
export interface OwnedQuestion {
  readonly question: OpenQuestion;
  readonly subject: OwnedValue;
  readonly department: Department;
}

/**
 * Adds the node and the department to each open question. Kinds and names of the nodes come from the body of the graph
 * of the same garment. Returns undefined if the body has no list of questions.
 */
export const readOwnedQuestions = (
  { list, garmentId }: OpenQuestions,
  graph: unknown,
): readonly OwnedQuestion[] | undefined => {
  const nodes = graph === undefined ? undefined : indexNodesById(readGraph(graph));
  return list?.map((question) => {
    const { node: nodeId, field, now } = question;
    const node = nodes?.get(nodeId);
    const subject: OwnedValue = {
      ...NO_NODE,
      ...(node && { kind: node.kind, label: node.label, labelState: node.state, node }),
      garmentId,
      nodeId,
      value: { ...createBareValue(field, now.value, 'value'), ...now },
    };
    return { question, subject, department: findQuestionDepartment(question, nodes) };
  });
};
