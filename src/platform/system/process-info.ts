/** Facts about this process and machine that shared files need. */
export interface ProcessInfo {
  readonly pid: number;
  /** Returns false only if no process has that number. */
  readonly alive: (pid: number) => boolean;
  /** Milliseconds since 1970, of the real clock: it is compared with file times. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Removes the credentials of this run from text that is saved. The service may have repeated them. */
  readonly redact: (text: string) => string;
}

/** Reports one line to the user on stderr. */
export type LineReporter = (text: string) => void;
