/** The few facts about this process and machine that files shared between processes need; handed in. */
export interface Host {
  readonly pid: number;
  /** False only when no process has that number. */
  readonly alive: (pid: number) => boolean;
  /** Milliseconds since 1970, of the real clock: it is compared with file times. */
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Takes the credentials of this run out of what is to be kept; a service may have said them back. */
  readonly redact: (text: string) => string;
}

/** Says one line to the person; never part of an answer. */
export type Tell = (text: string) => void;
