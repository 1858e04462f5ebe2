/** True in the Bun runtime of the executables, where the process exits without waiting for threads. */
export const isBunRuntime = process.versions.bun !== undefined;
