/** The context interfaces for settings and for the program itself. */

import type {
  CheckResult,
  CommandDescriptions,
  HelpTexts,
  IndexResponse,
  SettingsStore,
} from './context-types.ts';

/** Stored settings of the user. */
export interface SettingsContext {
  settings(): Promise<SettingsStore>;
}

/** Information about the program and the machine. */
export interface ProgramContext {
  /** Loads the help texts. `asked` selects the topics that need more data, such as the sandbox. */
  loadHelp(asked: readonly string[]): Promise<HelpTexts>;
  /** Returns the commands with a path that begins with these words, as data. */
  describeCommands(path: readonly string[]): Promise<CommandDescriptions>;
  /** Checks this machine without sending anything. */
  checkMachine(): Promise<readonly CheckResult[]>;
  /** Requests the index, which needs no key, and returns duration, date and version. */
  requestIndex(): Promise<IndexResponse>;
}
