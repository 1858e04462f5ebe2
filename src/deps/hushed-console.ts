const PRINTING = ['log', 'debug', 'info', 'warn', 'error', 'trace', 'dir', 'table', 'group'] as const;

/**
 * What libraries print by the console is no answer, and nothing that a person asked to read: it goes to stderr with
 * `--debug`, and nowhere otherwise. toile itself prints nothing by it.
 */
export const hushConsole = (isDebug: boolean): void => {
  const say = isDebug ? console.error.bind(console) : () => undefined;
  for (const name of PRINTING) console[name] = say;
};
