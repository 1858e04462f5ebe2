/** Of every command that steers a sandbox. */
export const STEERING_EXITS = [['3', 'the sandbox that runs does not answer']] as const;
