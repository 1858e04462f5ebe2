import type { SampleJson, SampleModel } from './sample-model.ts';

/** The shape of the body. */
export type QuestionShape = 'facts' | 'about';

/**
 * Builds the body of the unresolved confirmations. None of them blocks a sample or a quotation; each
 * contains the present value.
 */
export const buildSampleConfirmations = (
  model: SampleModel,
  shape: QuestionShape,
  id: (node: string) => string,
): { [member: string]: SampleJson } => {
  if (shape === 'about')
    return {
      open: model.open.map(({ id: key, node, field, current, question, options }) => ({
        key,
        question,
        about: {
          node: id(node),
          field,
          now: { value: current.value, state: current.state, unit: current.unit },
        },
        ...(options.length > 0
          ? { choices: options.map((text, at) => ({ choice: String.fromCharCode(97 + at), text })) }
          : {}),
      })),
    };
  return {
    unresolved: model.open.map(({ id: key, node, field, current, question, options, basis }) => ({
      id: key,
      node: id(node),
      field,
      value: current.value,
      state: current.state,
      unit: current.unit,
      question,
      options,
      basis,
      confidence: current.confidence ?? null,
      blocking: false,
    })),
  };
};
