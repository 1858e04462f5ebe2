const CONSOLE_METHODS = ['log', 'debug', 'info', 'warn', 'error', 'trace', 'dir', 'table', 'group'] as const;

/** Discards the output of `console`, which only libraries use. With `--debug` it goes to stderr. */
export const redirectConsole = (isDebug: boolean): void => {
  const say = isDebug ? console.error.bind(console) : () => undefined;
  for (const name of CONSOLE_METHODS) console[name] = say;
};
