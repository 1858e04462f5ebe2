import type { Json, Model } from './model.ts';

export type QuestionShape = 'facts' | 'about';

/** The open questions. None blocks a sample or a quotation, and each keeps the value that stands meanwhile. */
export const confirmations = (
  model: Model,
  shape: QuestionShape,
  id: (node: string) => string,
): { [member: string]: Json } => {
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
